/* The colours of powers can be told apart on light and dark pages, also by people who do not see
 * red, green or blue. Colours are compared in Lab, by their distance (CIE 1976).
 *
 * Source of what people see: Machado, Oliveira and Fernandes, "A physiologically-based model for
 * simulation of color vision deficiency", 2009, table 1, severity 1. */
#include "picture/picture.h"
#include "suite.h"

#include <math.h>

enum { LAND_APART = 11, UNITS_APART = 15 };

struct colour {
	double at[3]; /* red, green, blue, linear */
};

static const struct {
	const char *name;
	double row[3][3];
} eyes[] = {
	{"all colours", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
	{"no red",
     {{0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}}},
	{"no green",
     {{0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}}},
	{"no blue",
     {{1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}}},
};

/* The fill of a class, in the part of the style for light or for dark pages. */
static struct colour find_fill(const char *class, bool dark)
{
	const char *const part = strstr(picture_style, "@media");
	const char *const at = strstr(dark ? part : picture_style, class);
	struct colour colour = {{0, 0, 0}};
	unsigned red = 0, green = 0, blue = 0;
	CHECK(at != NULL && (dark || at < part), "no class %s", class);
	const char *const fill = at == NULL ? NULL : strstr(at, "{fill:#");
	CHECK(fill != NULL && sscanf(fill, "{fill:#%2x%2x%2x", &red, &green, &blue) == 3,
	      "%s has no colour", class);
	const unsigned parts[] = {red, green, blue};
	for (int i = 0; i < 3; i++) {
		const double part_of = parts[i] / 255.0;
		colour.at[i] = part_of <= 0.04045 ? part_of / 12.92 : pow((part_of + 0.055) / 1.055, 2.4);
	}
	return colour;
}

static double bend(double value)
{
	return value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116;
}

/* What eyes see of a colour, in Lab. */
static struct colour look(struct colour colour, int eye)
{
	double seen[3];
	for (int i = 0; i < 3; i++) {
		const double *const row = eyes[eye].row[i];
		const double sum = row[0] * colour.at[0] + row[1] * colour.at[1] + row[2] * colour.at[2];
		seen[i] = sum < 0 ? 0 : sum > 1 ? 1 : sum;
	}
	const double x = bend((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
	const double y = bend(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
	const double z = bend((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);
	return (struct colour){{116 * y - 16, 500 * (x - y), 200 * (y - z)}};
}

static void compare(const char *const classes[], int count, bool dark, double apart)
{
	for (int eye = 0; eye < COUNT(eyes); eye++)
		for (int a = 0; a < count; a++)
			for (int b = 0; b < a; b++) {
				const struct colour one = look(find_fill(classes[a], dark), eye);
				const struct colour other = look(find_fill(classes[b], dark), eye);
				double sum = 0;
				for (int i = 0; i < 3; i++)
					sum += (one.at[i] - other.at[i]) * (one.at[i] - other.at[i]);
				CHECK(sqrt(sum) >= apart, "%s and %s, %s, %s: %.1f", classes[a], classes[b],
				      dark ? "dark" : "light", eyes[eye].name, sqrt(sum));
			}
}

TEST(test_land, "land")
{
	static const char *const classes[] = {".b-t0", ".b-t1", ".b-t2", ".b-t3",  ".b-t4",
	                                      ".b-t5", ".b-t6", ".b-t7", ".b-lake"};
	for (int dark = 0; dark < 2; dark++)
		compare(classes, COUNT(classes), dark, LAND_APART);
}

TEST(test_units, "units")
{
	static const char *const classes[] = {".b-u0", ".b-u1", ".b-u2", ".b-u3",
	                                      ".b-u4", ".b-u5", ".b-u6"};
	for (int dark = 0; dark < 2; dark++)
		compare(classes, COUNT(classes), dark, UNITS_APART);
}

SUITE("palette")
