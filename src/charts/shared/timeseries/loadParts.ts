import { formulaPart } from '../annotations/formulaPart.ts'
import type { TimeseriesForm } from './formData.ts'
import { optionalParts } from './optionalParts.ts'

/** Loads the optional code that a chart of the family needs. */
export async function loadParts(form: TimeseriesForm): Promise<void> {
  await Promise.all([
    import('../echarts/line.ts'),
    form.forecastEnabled ? loadForecast() : undefined,
    form.annotation_layers.length > 0 ? loadAnnotations(form) : undefined,
  ])
}

async function loadForecast(): Promise<void> {
  optionalParts.forecast ??= await import('./forecast.ts')
}

async function loadAnnotations({ annotation_layers: layers }: TimeseriesForm): Promise<void> {
  const hasFormula = layers.some(({ annotationType }) => annotationType === 'FORMULA')
  const [annotations, formula] = await Promise.all([
    import('./annotations.ts'),
    hasFormula ? import('../annotations/formula.ts') : undefined,
    import('../echarts/marks.ts'),
  ])
  optionalParts.annotations = annotations
  formulaPart.parse ??= formula?.parseFormula
}
