import type { Rgba } from '../shared/fields.ts'

export type StepKind = 'Increase' | 'Decrease' | 'Total'

export const stepColors: Record<StepKind, Rgba> = {
  Increase: { r: 90, g: 193, b: 137, a: 1 },
  Decrease: { r: 224, g: 67, b: 85, a: 1 },
  Total: { r: 102, g: 102, b: 102, a: 1 },
}
