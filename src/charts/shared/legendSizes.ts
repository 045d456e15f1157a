/** px between entries in one line, less if all then fit, and between the lines of a legend. */
export const itemGaps = { line: 12, tight: 8, lines: 4 }
/** Icon and the gap to its name. */
export const iconWidth = 12 + 5
/** px between the names of a line in addition to the gap between lines */
export const apart = itemGaps.line - itemGaps.lines
/** From this number of entries on, two buttons (all, invert) replace clicking through the list. */
export const selectorFrom = 7
