import { isRecord } from '../../../model/wire/json.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import { MetricsControl } from '../metrics/MetricsControl.tsx'
import { numberOf } from '../simple/NumberControl.tsx'
import type { ControlProps } from '../source.ts'
import css from './Maps.module.css'

const texts = defineTexts('control.fixedOrMetric', { fixed: 'Fixed', metric: 'Based on a metric', value: 'Value' })

/** A number for all marks, or a metric. */
export function FixedOrMetricControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const saved = isRecord(value) ? value : { type: 'fix', value: 1000 }
  const isMetric = saved.type === 'metric'
  const fallback = isRecord(control.default) ? control.default.value : undefined
  return (
    <ControlField control={control} errors={errors}>
      <div className={css.stack}>
        <SegmentedControl
          full
          label={control.label}
          value={isMetric ? 'metric' : 'fix'}
          onChange={(type) => onChange(type === 'metric' ? { type } : { type, value: fallback })}
          options={[
            { value: 'fix', label: t(texts.fixed) },
            { value: 'metric', label: t(texts.metric) },
          ]}
        />
        {isMetric ? (
          <MetricsControl
            control={{ name: control.name, kind: 'metric', label: t(texts.metric), query: true }}
            value={saved.value}
            onChange={(metric) => onChange({ type: 'metric', value: metric })}
            errors={[]}
          />
        ) : (
          <NumberField
            hideLabel
            label={`${control.label}: ${t(texts.value)}`}
            value={numberOf(saved.value)}
            onChange={(number) => onChange({ type: 'fix', value: number })}
          />
        )}
      </div>
    </ControlField>
  )
}
