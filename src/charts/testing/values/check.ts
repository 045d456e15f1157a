/** Draws a chart from rows, and compares its marks with the rows. */
export type Check = () => Promise<void> | void
