import { useQueries, useQuery } from '@tanstack/react-query'
import { isDrawn, isWidth } from '../../../model/report/reportTerms.ts'
import { dashboardTitleQuery } from '../../api/dashboards.ts'
import { related } from '../../api/related.ts'
import { savedQueryOptions, savedQueryQuery } from '../../api/savedQueries.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { RadioGroup } from '../../ui/Radio.tsx'
import { MultiSelect, Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { DashboardState } from './DashboardState.tsx'
import { RecipientFields } from './RecipientFields.tsx'
import css from './Reports.module.css'
import { type Content, formatOf, formatsOf } from './reportDraft.ts'
import type { ReportPartProps } from './reportPart.ts'

const texts = defineTexts('reportContent', {
  title: 'Message content',
  dashboard: 'Dashboard',
  chart: 'Chart',
  savedQuery: 'Saved query',
  format: 'Format',
  table: 'Fill a table',
  tableHint:
    'Each run replaces the contents of this table, in the same database, with the rows of the query. The report then needs no recipients.',
  PNG: 'Send as PNG',
  PDF: 'Send as PDF',
  CSV: 'Send as CSV',
  XLSX: 'Send as Excel',
  TEXT: 'Send as text',
  linkOnly: 'Send only the link',
  further: 'More dashboards in the same message',
  none: 'None',
  width: 'Screenshot width',
  widthHint: 'Input custom width in pixels',
  widthError: 'Between 600 and 2400 pixels',
  digest: 'Describe the largest changes in sentences',
  perRecipient: 'Each email recipient gets only the data that they may see',
  ignoreCache: 'Ignore cache when generating report',
})

const loaders = {
  dashboard: related('report', 'dashboard'),
  chart: related('report', 'chart'),
  savedQuery: savedQueryOptions,
}

/** Titles of selected dashboards, which may not be on the first page of options. */
function useDashboardTitles(ids: readonly number[]) {
  const titles = useQueries({ queries: ids.map(dashboardTitleQuery) })
  return (id: number) => titles[ids.indexOf(id)]?.data ?? undefined
}

/** The content of the message, and its recipients. */
export function ContentFields({ type, draft, stored, errorOf, onChange }: ReportPartProps) {
  const t = useText()
  const { content } = draft
  const label = t(texts[content])
  const isBoard = content === 'dashboard'
  const format = formatOf(draft)
  const contents: Content[] = type === 'Report' ? ['dashboard', 'chart', 'savedQuery'] : ['dashboard', 'chart']
  const titleOf = useDashboardTitles([
    ...(draft.dashboard === undefined ? [] : [draft.dashboard]),
    ...draft.furtherDashboards,
  ])
  const query = useQuery({ ...savedQueryQuery(draft.savedQuery ?? 0), enabled: draft.savedQuery !== undefined })
  const nameOf = (id: number) => {
    if (content === 'chart') return stored?.chart?.id === id ? stored.chart.slice_name : undefined
    if (content === 'savedQuery') return query.data?.label ?? undefined
    return titleOf(id)
  }
  return (
    <>
      <fieldset className={css.section}>
        <legend>{t(texts.title)}</legend>
        <RadioGroup
          label={t(texts.title)}
          value={content}
          onChange={(next) => onChange({ content: next })}
          options={contents.map((value) => ({ value, label: t(texts[value]) }))}
        />
        <Field label={label} required error={errorOf(content) ?? errorOf('extra')}>
          <Select
            key={content}
            size="md"
            label={label}
            load={loaders[content]}
            labelOf={nameOf}
            value={draft[content]}
            onChange={(chosen) => onChange({ [content]: chosen, ...(isBoard && { state: undefined }) })}
          />
        </Field>
        {isBoard ? <DashboardState draft={draft} onChange={onChange} /> : null}
        {content === 'savedQuery' ? (
          <TextField
            size="md"
            maxLength={60}
            autoComplete="off"
            label={t(texts.table)}
            placeholder={t(texts.none)}
            help={t(texts.tableHint)}
            value={draft.intoTable}
            onChange={(intoTable) => onChange({ intoTable })}
          />
        ) : null}
        {isBoard ? (
          <Field label={t(texts.further)}>
            <MultiSelect
              wrap
              size="md"
              label={t(texts.further)}
              placeholder={t(texts.none)}
              load={loaders.dashboard}
              labelOf={titleOf}
              value={draft.furtherDashboards}
              onChange={(furtherDashboards) => onChange({ furtherDashboards })}
            />
          </Field>
        ) : null}
        {type === 'Report' || isBoard ? (
          <RadioGroup
            label={t(texts.format)}
            value={format}
            onChange={(chosen) => onChange({ format: chosen })}
            options={formatsOf[content].map((value) => ({
              value,
              label: t(isBoard && value === 'TEXT' ? texts.linkOnly : texts[value]),
            }))}
          />
        ) : null}
        {isDrawn(format) ? (
          <NumberField
            size="md"
            label={t(texts.width)}
            placeholder={t(texts.widthHint)}
            error={isWidth(draft.width) ? errorOf('custom_width') : t(texts.widthError)}
            value={draft.width}
            onChange={(width) => onChange({ width })}
          />
        ) : null}
        {content === 'savedQuery' ? null : (
          <Checkbox label={t(texts.digest)} checked={draft.digest} onChange={(digest) => onChange({ digest })} />
        )}
        <Checkbox
          label={t(texts.perRecipient)}
          checked={draft.perRecipient}
          onChange={(perRecipient) => onChange({ perRecipient })}
        />
        {content !== 'savedQuery' && (type === 'Report' || isBoard) ? (
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
