import { useState } from 'react'
import type { VersionedDataset } from '../api/datasetEdit.ts'
import { personName } from '../api/list.ts'
import { related } from '../api/related.ts'
import { SqlInput } from '../controls/sql/SqlInput.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { CodeField } from '../ui/code/CodeField.tsx'
import { Field } from '../ui/Field.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { MultiSelect } from '../ui/select/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { CertificationFields } from './CertificationFields.tsx'
import css from './DatasetEditor.module.css'
import { TimesFields } from './TimesFields.tsx'
import type { TabProps } from './tabs.ts'

const texts = defineTexts('datasetEditor.settings', {
  basic: 'Basic',
  advanced: 'Advanced',
  description: 'Description',
  endpoint: 'Default URL',
  endpointHelp:
    'The page that opens when a user clicks the dataset in the list of datasets. Default: the chart builder.',
  autocomplete: 'Autocomplete filters',
  autocompleteHelp: 'Whether to populate autocomplete filters options',
  predicate: 'Autocomplete query predicate',
  predicateHelp: 'SQL condition for the query that loads filter values. It limits the rows that are read.',
  extra: 'Extra',
  extraHelp: `JSON with more about the dataset, such as '{'"disallow_adhoc_metrics": true'}'.`,
  editExtra: 'Edit as JSON',
  owners: 'Owners',
  timeout: 'Cache timeout',
  timeoutHelp: 'The duration of time in seconds before the cache is invalidated',
  offset: 'Hours offset',
  offsetHelp: 'Number of hours added to every returned time.',
  parameters: 'Template parameters',
  parametersHelp: 'JSON object with values for the templates in SQL.',
  normalize: 'Normalize column names',
  always: 'Always filter main datetime column',
  alwaysHelp:
    'If a chart has a time range on another column, the same range is also applied to the default datetime column.',
})

const loadOwners = related('dataset', 'owners')

interface SettingsTabProps extends TabProps {
  saved: VersionedDataset['dataset']
}

/** Settings of the whole dataset. */
export function SettingsTab({ draft, onChange, saved }: SettingsTabProps) {
  const t = useText()
  const [showsExtra, setShowsExtra] = useState(false)
  const set = (change: Partial<TabProps['draft']>) => onChange({ ...draft, ...change })
  const nameOf = (id: number) => {
    const owner = saved.owners.find((each) => each.id === id)
    return owner && personName(owner)
  }
  return (
    <div className={css.settings}>
      <section aria-label={t(texts.basic)} className={css.group}>
        <h3>{t(texts.basic)}</h3>
        <TextArea
          rows={3}
          label={t(texts.description)}
          value={draft.description ?? ''}
          onChange={(text) => set({ description: text || null })}
        />
        <CertificationFields hasWarning extra={draft.extra} onChange={(extra) => set({ extra })} />
        <Field label={t(texts.owners)}>
          <MultiSelect
            wrap
            label={t(texts.owners)}
            load={loadOwners}
            labelOf={nameOf}
            value={draft.owners}
            onChange={(owners) => set({ owners })}
          />
        </Field>
        <TextField
          label={t(texts.endpoint)}
          help={t(texts.endpointHelp)}
          value={draft.default_endpoint ?? ''}
          onChange={(text) => set({ default_endpoint: text || null })}
        />
        <div>
          <Checkbox
            label={t(texts.autocomplete)}
            checked={draft.filter_select_enabled}
            onChange={(filter_select_enabled) => set({ filter_select_enabled })}
          />
          <p className={css.help}>{t(texts.autocompleteHelp)}</p>
        </div>
        <Field label={t(texts.predicate)} help={t(texts.predicateHelp)}>
          <SqlInput
            label={t(texts.predicate)}
            columns={draft.columns}
            value={draft.fetch_values_predicate ?? ''}
            onChange={(text) => set({ fetch_values_predicate: text || null })}
          />
        </Field>
      </section>
      <section aria-label={t(texts.advanced)} className={css.group}>
        <h3>{t(texts.advanced)}</h3>
        <Field label={t(texts.timeout)} help={t(texts.timeoutHelp)}>
          <NumberField
            hideLabel
            label={t(texts.timeout)}
            min={-1}
            value={draft.cache_timeout}
            onChange={(cache_timeout) => set({ cache_timeout })}
          />
        </Field>
        <Field label={t(texts.offset)} help={t(texts.offsetHelp)}>
          <NumberField
            hideLabel
            label={t(texts.offset)}
            min={-24}
            max={24}
            value={draft.offset}
            onChange={(offset) => set({ offset: offset ?? 0 })}
          />
        </Field>
        <TimesFields extra={draft.extra} onChange={(extra) => set({ extra })} />
        <Checkbox
          label={t(texts.normalize)}
          checked={draft.normalize_columns}
          onChange={(normalize_columns) => set({ normalize_columns })}
        />
        <div>
          <Checkbox
            label={t(texts.always)}
            checked={draft.always_filter_main_dttm}
            onChange={(always_filter_main_dttm) => set({ always_filter_main_dttm })}
          />
          <p className={css.help}>{t(texts.alwaysHelp)}</p>
        </div>
        <Field label={t(texts.parameters)} help={t(texts.parametersHelp)}>
          <div className={css.json}>
            <CodeField
              fill
              language="json"
              label={t(texts.parameters)}
              value={draft.template_params ?? ''}
              onChange={(text) => set({ template_params: text || null })}
            />
          </div>
        </Field>
        <Field label={t(texts.extra)} help={t(texts.extraHelp)}>
          {showsExtra ? (
            <div className={css.json}>
              <CodeField
                fill
                autoFocus
                language="json"
                label={t(texts.extra)}
                value={draft.extra ?? ''}
                onChange={(text) => set({ extra: text || null })}
              />
            </div>
          ) : (
            <Button size="sm" onClick={() => setShowsExtra(true)}>
              {t(texts.editExtra)}
            </Button>
          )}
        </Field>
      </section>
    </div>
  )
}
