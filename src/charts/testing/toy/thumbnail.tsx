import type { ThumbnailBox } from '../../shared/contract.ts'

export const thumbnail = ({ width, height, color }: ThumbnailBox) => (
  <circle data-toy="" cx={width / 2} cy={height / 2} r={height / 2} fill={color(0)} />
)
