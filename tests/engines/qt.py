"""One page of Qt's own Chromium, asked by lines of JSON; run by a Python that has PyQt."""

import importlib
import json
import sys
import threading
from typing import Any


def newest(module: str, *names: str) -> list[Any]:
    """Return what is asked for of PyQt 6, else of PyQt 5."""
    for qt in ("PyQt6", "PyQt5"):
        try:
            found = importlib.import_module(f"{qt}.{module}")
        except ImportError:
            continue
        if all(hasattr(found, name) for name in names):
            return [getattr(found, name) for name in names]
    raise ImportError(module)


(QObject, QTimer, QUrl, Signal) = newest(
    "QtCore", "QObject", "QTimer", "QUrl", "pyqtSignal"
)
(QWebEngineView,) = newest("QtWebEngineWidgets", "QWebEngineView")
(QApplication,) = newest("QtWidgets", "QApplication")


class Asked(QObject):  # type: ignore[misc, valid-type]  # PyQt is elsewhere
    """Carries what comes on standard input over to the thread of the page."""

    came = Signal(str)


def tell(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def main() -> None:
    app = QApplication(["page", "--no-sandbox"])
    view, asked = QWebEngineView(), Asked()
    view.resize(400, 740)
    view.show()

    def answer(line: str) -> None:
        what, text = json.loads(line)
        if what == "open":
            view.load(QUrl(text))
            tell(None)
        else:
            said = (
                f"try {{ return JSON.stringify({text}); }} catch (e) {{ return 'null'; }}"
            )
            said = f"(function () {{ {said} }}())"
            view.page().runJavaScript(said, lambda found: tell(json.loads(found or "null")))

    def listen() -> None:
        for line in sys.stdin:
            asked.came.emit(line)
        app.quit()

    asked.came.connect(answer)
    threading.Thread(target=listen, daemon=True).start()
    QTimer.singleShot(0, lambda: (sys.stdout.write("ready\n"), sys.stdout.flush()))
    (getattr(app, "exec", None) or app.exec_)()


main()
