import { colorColumn } from './savedCode.ts'

/** What stands for a layer beside its name. */
export interface Swatch {
  kind: 'line' | 'dots' | 'ramp'
  /** the colors of a line from its start to its end; those of dots; those of a ramp from low to high */
  colors: string[]
}

type Form = Readonly<Record<string, unknown>>

/** The swatch of a layer whose marks have picked colors; undefined if its data sets them, or if all are invisible. */
export function pickedSwatch(form: object, kind: Swatch['kind'], ...picked: unknown[]): Swatch | undefined {
  const { dimension, metric } = form as Form
  if (dimension !== undefined || metric !== undefined || colorColumn(form as Form) !== undefined) return undefined
  const colors = picked.flatMap((each) => colorOf(each) ?? [])
  return colors.length > 0 ? { kind, colors } : undefined
}

interface AreaForm {
  filled: boolean
  fill_color_picker: unknown
  stroke_color_picker: unknown
}

/** The swatch of areas: their fill, or their outline if they are not filled. */
export const areaSwatch = (form: AreaForm): Swatch | undefined =>
  (form.filled ? pickedSwatch(form, 'dots', form.fill_color_picker) : undefined) ??
  pickedSwatch(form, 'line', form.stroke_color_picker)

/** A saved color; undefined if it is invisible. */
function colorOf(picked: unknown): string | undefined {
  const { r, g, b, a = 1 } = (picked ?? {}) as Record<string, number | undefined>
  return [r, g, b].every((channel) => typeof channel === 'number') && a > 0 ? `rgba(${r},${g},${b},${a})` : undefined
}
