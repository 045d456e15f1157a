import { useQuery } from '@tanstack/react-query'
import { parseObject } from '../../../model/wire/json.ts'
import { getList } from '../../api/list.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { MultiSelect, Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from '../EditorFrame.module.css'
import { columnsOfChart, type LayerDraft } from './layerDraft.ts'

const texts = defineTexts('control.annotationSlice', {
  section: 'Annotation Slice Configuration',
  eventTime: 'Event time column',
  intervalStart: 'Interval start column',
  intervalEnd: 'Interval End column',
  title: 'Title Column',
  description: 'Description Columns',
  overrideRange: 'Override time range',
  overrideGrain: 'Override time grain',
  timeShift: 'Time Shift',
})

interface Props {
  draft: LayerDraft
  set: (change: Partial<LayerDraft>) => void
}

/** The columns of the source chart that a layer reads, and the settings of that chart that it overrides. */
export function SliceFields({ draft, set }: Props) {
  const t = useText()
  const columns = useChartColumns(Number(draft.value))
  const { annotationType: type, overrides } = draft
  const isInterval = type === 'INTERVAL'
  const one = (
    name: 'timeColumn' | 'intervalEndColumn' | 'titleColumn',
    label: string,
    { required = false }: { required?: boolean } = {},
  ) => (
    <Field label={label} required={required}>
      <Select
        label={label}
        clearable={!required}
        options={withSelected(columns, [draft[name]])}
        value={draft[name] === '' ? undefined : draft[name]}
        onChange={(value) => set({ [name]: value ?? '' })}
      />
    </Field>
  )
  /** Whether the layer uses a setting of the annotated chart instead of the source chart's; stored as null. */
  const inherited = (name: 'time_range' | 'time_grain_sqla', label: string) => (
    <Checkbox
      label={label}
      checked={name in overrides}
      onChange={(isOn) => {
        const { [name]: _removed, ...others } = overrides
        set({ overrides: isOn ? { ...others, [name]: null } : others })
      }}
    />
  )
  return (
    <fieldset className={css.body}>
      <legend>{t(texts.section)}</legend>
      {type === 'TIME_SERIES' ? null : (
        <>
          {one('timeColumn', t(isInterval ? texts.intervalStart : texts.eventTime), { required: true })}
          {isInterval ? one('intervalEndColumn', t(texts.intervalEnd), { required: true }) : null}
          {one('titleColumn', t(texts.title))}
          <Field label={t(texts.description)}>
            <MultiSelect
              wrap
              label={t(texts.description)}
              options={withSelected(columns, draft.descriptionColumns)}
              value={draft.descriptionColumns}
              onChange={(descriptionColumns) => set({ descriptionColumns })}
            />
          </Field>
        </>
      )}
      {inherited('time_range', t(texts.overrideRange))}
      {inherited('time_grain_sqla', t(texts.overrideGrain))}
      <TextField
        label={t(texts.timeShift)}
        value={overrides.time_shift ?? ''}
        onChange={(text) => {
          const { time_shift: _removed, ...others } = overrides
          set({ overrides: text === '' ? others : { ...others, time_shift: text } })
        }}
      />
    </fieldset>
  )
}

/** Columns of the chart, and selected columns that no longer exist. */
const withSelected = (columns: readonly string[], selected: readonly string[]) =>
  [...new Set([...columns, ...selected])].filter((name) => name !== '').map((name) => ({ value: name, label: name }))

function useChartColumns(id: number): string[] {
  const { data = [] } = useQuery({
    queryKey: ['charts', 'resultColumns', id],
    queryFn: async ({ signal }) => {
      const filters = [{ col: 'id', opr: 'eq', value: id }]
      const { result } = await getList('chart', { columns: ['id', 'params'], filters }, signal)
      return columnsOfChart(parseObject(result[0]?.params ?? null))
    },
    retry: false,
  })
  return data
}
