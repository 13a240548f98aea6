//! Pure geometry for pictures: scales, ticks, bands and SVG path strings.
