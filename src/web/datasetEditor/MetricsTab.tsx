import { formatChoices } from '../controls/simple/choices.ts'
import { currencySymbols } from '../controls/simple/currencySymbols.ts'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/select/Select.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { CertificationFields } from './CertificationFields.tsx'
import css from './DatasetEditor.module.css'
import { type Currency, currencyOf, type MetricDraft, newKey, newMetric } from './datasetDraft.ts'
import { DescriptionField, ExpressionField, LabelField, NameField } from './ItemFields.tsx'
import { ItemList } from './ItemList.tsx'
import type { TabProps } from './tabs.ts'
import { useItems } from './useItems.ts'

const texts = defineTexts('datasetEditor.metrics', {
  title: 'Metrics',
  search: 'Search metrics',
  newMetric: "'<new metric>'",
  key: 'Metric',
  label: 'Label',
  expression: 'SQL expression',
  format: 'D3 format',
  formatHelp: 'Number format of the metric, for example ",.2f" or ".1%".',
  currency: 'Metric currency',
  position: 'Prefix or suffix',
  prefix: 'Prefix',
  suffix: 'Suffix',
  of: '{what}: {name}',
})

const sortTexts = {
  name: ({ metric_name }: MetricDraft) => metric_name,
  label: ({ verbose_name }: MetricDraft) => verbose_name ?? '',
  sql: ({ expression }: MetricDraft) => expression,
}

/** Saved metrics, which charts use by name. */
export function MetricsTab({ draft, onChange, wrongKeys }: TabProps) {
  const t = useText()
  const items = useItems(
    draft.metrics,
    ({ metric_name, verbose_name }) => `${metric_name} ${verbose_name ?? ''}`,
    sortTexts,
  )
  const set = (key: string, change: Partial<MetricDraft>) =>
    onChange({
      ...draft,
      metrics: draft.metrics.map((metric) => (metric.key === key ? { ...metric, ...change } : metric)),
    })

  function add() {
    const metric = newMetric(newKey())
    onChange({ ...draft, metrics: [metric, ...draft.metrics] })
    items.openFirst(metric.key)
  }

  return (
    <ItemList
      label={t(texts.title)}
      searchLabel={t(texts.search)}
      items={items}
      wrongKeys={wrongKeys}
      nameHead={t(texts.key)}
      nameWidth={260}
      columns={[
        { head: t(texts.label), field: 'label', width: 220, quiet: true, cell: (metric) => metric.verbose_name },
        {
          head: t(texts.expression),
          field: 'sql',
          quiet: true,
          cell: ({ expression }) => <code className={css.code}>{expression}</code>,
        },
      ]}
      rowOf={({ metric_name }) => ({ name: metric_name, placeholder: t(texts.newMetric), icon: 'metric' })}
      details={(metric) => (
        <MetricDetails draft={draft} metric={metric} onChange={(change) => set(metric.key, change)} />
      )}
      onRemove={({ key }) => onChange({ ...draft, metrics: draft.metrics.filter((metric) => metric.key !== key) })}
      onAdd={add}
    />
  )
}

interface MetricDetailsProps extends Pick<TabProps, 'draft'> {
  metric: MetricDraft
  onChange: (change: Partial<MetricDraft>) => void
}

function MetricDetails({ draft, metric, onChange }: MetricDetailsProps) {
  const t = useText()
  const name = metric.metric_name
  return (
    <>
      <NameField label={t(texts.key)} value={name} onChange={(text) => onChange({ metric_name: text })} />
      <LabelField value={metric.verbose_name} onChange={(text) => onChange({ verbose_name: text })} />
      <ExpressionField
        name={name}
        columns={draft.columns}
        value={metric.expression}
        onChange={(expression) => onChange({ expression })}
      />
      <DescriptionField value={metric.description} onChange={(description) => onChange({ description })} />
      <Field label={t(texts.format)} help={t(texts.formatHelp)}>
        <Select
          label={t(texts.of, { what: t(texts.format), name })}
          placeholder="%y/%m/%d"
          clearable
          allowNew
          options={formatOptions}
          value={metric.d3format ?? undefined}
          onChange={(format) => onChange({ d3format: format ?? null })}
        />
      </Field>
      <Field label={t(texts.currency)}>
        <CurrencyChoice
          label={t(texts.of, { what: t(texts.currency), name })}
          value={metric.currency}
          onChange={(currency) => onChange({ currency })}
        />
      </Field>
      <CertificationFields hasWarning extra={metric.extra} onChange={(extra) => onChange({ extra })} />
    </>
  )
}

const formatOptions = formatChoices.number.map(([value, label]) => ({ value: String(value), label }))

interface CurrencyChoiceProps {
  label: string
  value: string | null
  onChange: (value: string | null) => void
}

function CurrencyChoice({ label, value, onChange }: CurrencyChoiceProps) {
  const t = useText()
  const currency = currencyOf(value)
  const set = (next: Currency) => onChange(next.symbol === undefined ? null : JSON.stringify(next))
  return (
    <div className={css.two}>
      <Select
        label={label}
        clearable
        allowNew
        options={currencySymbols}
        value={currency.symbol}
        onChange={(symbol) => set({ symbolPosition: 'prefix', ...currency, symbol })}
      />
      <Select
        label={t(texts.of, { what: t(texts.position), name: label })}
        placeholder={t(texts.position)}
        disabled={currency.symbol === undefined}
        options={[
          { value: 'prefix', label: t(texts.prefix) },
          { value: 'suffix', label: t(texts.suffix) },
        ]}
        value={currency.symbolPosition}
        onChange={(symbolPosition) => set({ ...currency, symbolPosition })}
      />
    </div>
  )
}
