/** Where a value stands beside its point. */
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
