import { related } from '../../api/related.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { RadioGroup } from '../../ui/Radio.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { RecipientFields } from './RecipientFields.tsx'
import css from './Reports.module.css'
import type { ReportPartProps } from './reportPart.ts'

const texts = defineTexts('reportContent', {
  title: 'Message content',
  dashboard: 'Dashboard',
  chart: 'Chart',
  format: 'Format',
  png: 'Send as PNG',
  csv: 'Send as CSV',
  text: 'Send as text',
  ignoreCache: 'Ignore cache when generating report',
})

const loadDashboards = related('report', 'dashboard')
const loadCharts = related('report', 'chart')

/** What is sent, and to whom. */
export function ContentFields({ type, draft, stored, errorOf, onChange }: ReportPartProps) {
  const t = useText()
  const isChart = draft.content === 'chart'
  const label = t(isChart ? texts.chart : texts.dashboard)
  const nameOf = (id: number) =>
    isChart
      ? stored?.chart?.id === id
        ? stored.chart.slice_name
        : undefined
      : stored?.dashboard?.id === id
        ? (stored.dashboard.dashboard_title ?? undefined)
        : undefined
  return (
    <>
      <fieldset className={css.section}>
        <legend>{t(texts.title)}</legend>
        <RadioGroup
          label={t(texts.title)}
          value={draft.content}
          onChange={(content) => onChange({ content })}
          options={[
            { value: 'dashboard', label: t(texts.dashboard) },
            { value: 'chart', label: t(texts.chart) },
          ]}
        />
        <Field label={label} required error={errorOf(draft.content)}>
          <Select
            key={draft.content}
            size="md"
            label={label}
            load={isChart ? loadCharts : loadDashboards}
            labelOf={nameOf}
            value={draft[draft.content]}
            onChange={(chosen) => onChange({ [draft.content]: chosen })}
          />
        </Field>
        {isChart && type === 'Report' ? (
          <RadioGroup
            label={t(texts.format)}
            value={draft.format}
            onChange={(format) => onChange({ format })}
            options={[
              { value: 'PNG', label: t(texts.png) },
              { value: 'CSV', label: t(texts.csv) },
              { value: 'TEXT', label: t(texts.text) },
            ]}
          />
        ) : null}
        {isChart ? (
          <Checkbox
            label={t(texts.ignoreCache)}
            checked={draft.ignoresCache}
            onChange={(ignoresCache) => onChange({ ignoresCache })}
          />
        ) : null}
      </fieldset>
      <RecipientFields recipients={draft.recipients} onChange={(recipients) => onChange({ recipients })} />
    </>
  )
}
