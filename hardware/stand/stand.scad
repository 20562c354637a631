// A stand for one display and one button, to be printed as it stands; the window's edge is a bridge.
// openscad -D 'panel="0.96"' -o stand.stl stand.scad; sizes in millimetres.
panel = "0.96"; // or "2.42"

// Module: width, height; glass: width, height, and its middle above the module's own.
module_size = panel == "2.42" ? [73, 44] : [28, 28.5];
glass_size = panel == "2.42" ? [58, 31] : [24, 13.5];
glass_up = panel == "2.42" ? 0 : 1.5;

wall = 2.4;
tilt = 20;    // of the front from upright
button = 12.2; // hole of a button that is screwed in
cable = 6;
slot = 1.2;   // a strip of card with the name
foot = 48;

width = module_size[0] + 2 * wall + 4;
height = module_size[1] + button + 22;

module front() {
    difference() {
        translate([-width / 2, 0, 0]) cube([width, wall, height]);
        // The glass is seen through this, the module is glued or screwed behind it.
        translate([-glass_size[0] / 2, -1, height - module_size[1] / 2 - 4 + glass_up - glass_size[1] / 2])
            cube([glass_size[0], wall + 2, glass_size[1]]);
        translate([0, -1, 9 + button / 2]) rotate([-90, 0, 0]) cylinder(d = button, h = wall + 2, $fn = 64);
    }
}

module base() {
    difference() {
        translate([-width / 2, 0, 0]) cube([width, foot, wall]);
        // The cable's way: two holes, in which a cable tie holds it.
        for (x = [-cable, cable])
            translate([x, foot - 10, -1]) cylinder(d = cable / 1.5, h = wall + 2, $fn = 32);
    }
}

module cheek(x) {
    translate([x, 0, 0]) rotate([90, 0, 90])
        linear_extrude(wall) polygon([[foot - 6, 0], [height * 0.6 * tan(tilt) + 9, height * 0.6], [height * 0.6 * tan(tilt) + 0.4, height * 0.6], [0.4, 0]]);
}

module name_slot() {
    translate([-width / 2, -wall - slot, 0]) difference() {
        cube([width, wall + slot + wall, 8]);
        translate([wall, wall, wall]) cube([width - 2 * wall, slot + wall + 1, 8]);
    }
}

difference() {
    union() {
        base();
        name_slot();
        rotate([-tilt, 0, 0]) front();
        cheek(-width / 2);
        cheek(width / 2 - wall);
    }
    // What the tilted front has below the table.
    translate([-width, -foot, -50]) cube([2 * width, 3 * foot, 50]);
}
