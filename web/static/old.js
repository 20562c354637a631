// Says so where a browser cannot read this program's modules. Read by browsers of 2010 too: no newer syntax here.
(function () {
  var WAIT_MS = 8000; // after all has come; a page that is under way says so at its very first line
  var root = document.documentElement;

  function tell() {
    var old = document.getElementById('old');
    if (!old) { document.addEventListener('DOMContentLoaded', tell); return; }
    if (root.getAttribute('data-ready')) return;
    old.removeAttribute('hidden');
    if (window.early) window.early.over();
    var busy = document.querySelectorAll('[aria-busy]');
    for (var at = 0; at < busy.length; at += 1) busy[at].removeAttribute('aria-busy');
  }

  function cannotBeRead(fault, from) {
    var ours = !from || from.indexOf(location.protocol + '//' + location.host + '/') === 0;
    if (ours && fault && fault.name === 'SyntaxError') tell();
  }

  // What each page needs, and what came last of it: modules, dialogs, at(). A stand does without the last two.
  var few = root.getAttribute('data-needs') === 'modules';
  if (!('noModule' in document.createElement('script')) || !few && (!window.HTMLDialogElement || !Array.prototype.at)) tell();
  window.addEventListener('error', function (event) { cannotBeRead(event.error, event.filename); }, true);
  window.addEventListener('unhandledrejection', function (event) { cannotBeRead(event.reason, ''); });
  window.addEventListener('load', function () {
    setTimeout(function () { if (!root.getAttribute('data-begun')) tell(); }, WAIT_MS);
  });
}());
