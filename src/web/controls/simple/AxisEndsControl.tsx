import type { AxisEnds } from '../../../charts/radar/query.ts'
import { metricLabel } from '../../../model/query/labels.ts'
import type { QueryMetric } from '../../../model/query/queryObject.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import { listOf } from '../listEdits.ts'
import { type ControlProps, shownName, useControlForm, useControlSource } from '../source.ts'
import css from './Simple.module.css'

const texts = defineTexts('control.axisEnds', {
  min: 'Min',
  max: 'Max',
  minOf: '{metric}: min',
  maxOf: '{metric}: max',
  none: 'No metrics',
})

/** The lower and upper end of the axis of each metric of the chart. If a field is empty, the chart computes the end. */
export function AxisEndsControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const { dataset } = useControlSource()
  const metrics = listOf<QueryMetric>(useControlForm()['metrics']).map(metricLabel)
  const config = (value ?? {}) as Record<string, AxisEnds>

  function set(metric: string, key: keyof AxisEnds, next: number | null) {
    const { [metric]: old = {}, ...others } = config
    const { [key]: _gone, ...kept } = old
    const changed = next === null ? kept : { ...kept, [key]: next }
    onChange(Object.keys(changed).length === 0 ? others : { ...others, [metric]: changed })
  }

  return (
    <ControlField control={control} errors={errors}>
      {metrics.length === 0 ? <p className={css.hint}>{t(texts.none)}</p> : null}
      {metrics.map((metric) => {
        const name = shownName(dataset, metric)
        const ends = Object.hasOwn(config, metric) ? config[metric] : undefined
        return (
          <div key={metric} className={css.ends}>
            <span className={css.endsName} title={name}>
              {name}
            </span>
            <NumberField
              hideLabel
              label={t(texts.minOf, { metric: name })}
              placeholder={t(texts.min)}
              value={ends?.radarMetricMinValue ?? null}
              onChange={(next) => set(metric, 'radarMetricMinValue', next)}
            />
            <NumberField
              hideLabel
              label={t(texts.maxOf, { metric: name })}
              placeholder={t(texts.max)}
              value={ends?.radarMetricMaxValue ?? null}
              onChange={(next) => set(metric, 'radarMetricMaxValue', next)}
            />
          </div>
        )
      })}
    </ControlField>
  )
}
