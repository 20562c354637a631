"""Words as a family lists them: first names, places, food, beasts; half are no words of ours."""

from companion.languages import Language

OWN_WORDS: dict[Language, str] = {
    "en": """
Peter Maria Laura Alice Henry Oscar Simon Nancy Linda Diana Roger Bruce Clara Emily
Helen Grace Karen Susan Wendy Larry Paris Spain India Italy Egypt China Wales Miami
Rugby Skate Poker Chess Piano Flute Drums Pasta Curry Bagel Salad Toast Sushi Tacos
Lemon Mango Grape Peach Onion Apple Horse Puppy Kitty Bunny Mouse Tiger Panda Hippo
Koala Shark Whale Goose Daddy Mummy Uncle Aunty Nurse Baker Pilot Robot Alien Witch
Ghost Fairy Angel Beach Ocean Cabin Tents Camps Hikes Boats Cards Games Slide Swing
Bikes Cycle Train Truck
""",
    "de": """
Peter Maria Laura Lukas Simon Clara Hanna Linda Heidi Oskar Anton Sarah Helga Ursel
Klaus Bernd Nadia Paris Essen Mainz Polen Kreta Korea Tirol Genua Pizza Pasta Salat
Suppe Torte Sahne Honig Apfel Birne Nudel Bohne Linse Gurke Hunde Katze Pferd Fisch
Tiger Zebra Panda Koala Ziege Biene Adler Otter Robbe Tante Onkel Mutti Enkel Neffe
Insel Hafen Boote Segel Zelte Beete Laube Hecke Rasen Karte Spiel Puppe Geist Engel
Elfen Zwerg Riese Sport Geige Orgel Harfe
""",
}
