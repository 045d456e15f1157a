/** Draws a chart from rows, and compares its marks with what the rows say. */
export type Check = () => Promise<void> | void
