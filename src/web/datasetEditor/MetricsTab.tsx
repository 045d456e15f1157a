import { formatChoices } from '../controls/simple/choices.ts'
import { currencySymbols } from '../controls/simple/currencySymbols.ts'
import { SqlInput } from '../controls/sql/SqlInput.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/select/Select.tsx'
import { Cell, HeadCell, Table } from '../ui/Table.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { CertificationFields } from './CertificationFields.tsx'
import css from './DatasetEditor.module.css'
import { type Currency, currencyOf, type MetricDraft, newKey, newMetric } from './datasetDraft.ts'
import { ItemRow } from './ItemRow.tsx'
import { ListHead } from './ListHead.tsx'
import { ShowAll } from './ShowAll.tsx'
import { TextArea } from './TextArea.tsx'
import type { TabProps } from './tabs.ts'
import { useItems } from './useItems.ts'

const texts = defineTexts('datasetEditor.metrics', {
  title: 'Metrics',
  search: 'Search metrics',
  add: 'Add item',
  newMetric: "'<new metric>'",
  key: 'Metric',
  label: 'Label',
  expression: 'SQL expression',
  description: 'Description',
  format: 'D3 format',
  formatHelp: 'How its numbers are written, such as ",.2f" or ".1%".',
  currency: 'Metric currency',
  position: 'Prefix or suffix',
  prefix: 'Prefix',
  suffix: 'Suffix',
  of: '{what}: {name}',
})

/** Expressions that charts choose by name. */
export function MetricsTab({ draft, onChange, wrongKeys }: TabProps) {
  const t = useText()
  const items = useItems(
    draft.metrics,
    ({ metric_name, verbose_name }) => `${metric_name} ${verbose_name ?? ''}`,
    (metric, field) =>
      field === 'name' ? metric.metric_name : field === 'label' ? (metric.verbose_name ?? '') : metric.expression,
  )
  const set = (key: string, change: Partial<MetricDraft>) =>
    onChange({
      ...draft,
      metrics: draft.metrics.map((metric) => (metric.key === key ? { ...metric, ...change } : metric)),
    })

  function add() {
    const metric = newMetric(newKey())
    onChange({ ...draft, metrics: [metric, ...draft.metrics] })
    items.setSearch('')
    items.toggle(metric.key)
  }

  return (
    <>
      <ListHead
        searchLabel={t(texts.search)}
        search={items.search}
        onSearch={items.setSearch}
        addLabel={t(texts.add)}
        onAdd={add}
      />
      <div className={css.tableArea}>
        <Table label={t(texts.title)} className={css.table}>
          <thead>
            <tr>
              <HeadCell width={260} sorted={items.sortedBy('name')} onSort={() => items.sort('name')}>
                {t(texts.key)}
              </HeadCell>
              <HeadCell
                className={css.wide}
                width={220}
                sorted={items.sortedBy('label')}
                onSort={() => items.sort('label')}
              >
                {t(texts.label)}
              </HeadCell>
              <HeadCell className={css.wide} sorted={items.sortedBy('sql')} onSort={() => items.sort('sql')}>
                {t(texts.expression)}
              </HeadCell>
              <HeadCell width={52} />
            </tr>
          </thead>
          <tbody>
            {items.shown.map((metric) => (
              <ItemRow
                key={metric.key}
                name={metric.metric_name}
                placeholder={t(texts.newMetric)}
                icon="metric"
                isOpen={items.isOpen(metric.key)}
                isWrong={wrongKeys.has(metric.key)}
                onToggle={() => items.toggle(metric.key)}
                onRemove={() => onChange({ ...draft, metrics: draft.metrics.filter(({ key }) => key !== metric.key) })}
                span={4}
                details={() => (
                  <MetricDetails draft={draft} metric={metric} onChange={(change) => set(metric.key, change)} />
                )}
              >
                <Cell className={css.wide} quiet>
                  {metric.verbose_name}
                </Cell>
                <Cell className={css.wide} quiet>
                  <code className={css.code}>{metric.expression}</code>
                </Cell>
              </ItemRow>
            ))}
          </tbody>
        </Table>
        <ShowAll items={items} />
      </div>
    </>
  )
}

interface MetricDetailsProps extends Pick<TabProps, 'draft'> {
  metric: MetricDraft
  onChange: (change: Partial<MetricDraft>) => void
}

function MetricDetails({ draft, metric, onChange }: MetricDetailsProps) {
  const t = useText()
  const name = metric.metric_name
  const label = t(texts.of, { what: t(texts.expression), name })
  return (
    <>
      <TextField
        required
        autoFocus={name === ''}
        label={t(texts.key)}
        value={name}
        maxLength={255}
        onChange={(text) => onChange({ metric_name: text })}
      />
      <TextField
        label={t(texts.label)}
        value={metric.verbose_name ?? ''}
        onChange={(text) => onChange({ verbose_name: text || null })}
      />
      <div className={css.whole}>
        <Field label={t(texts.expression)} required>
          <SqlInput
            label={label}
            columns={draft.columns}
            value={metric.expression}
            onChange={(expression) => onChange({ expression })}
          />
        </Field>
      </div>
      <div className={css.whole}>
        <TextArea
          label={t(texts.description)}
          value={metric.description ?? ''}
          onChange={(text) => onChange({ description: text || null })}
        />
      </div>
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
