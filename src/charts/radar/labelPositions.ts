/** The position of a value label relative to its point. */
export const labelPositions = [
  'top',
  'left',
  'right',
  'bottom',
  'inside',
  'insideTop',
  'insideBottom',
  'insideTopLeft',
  'insideBottomLeft',
  'insideTopRight',
  'insideBottomRight',
] as const
