import { useRef } from 'react'
import { parseFiscalTable } from '../../model/time/fiscalCalendar.ts'
import { timeZoneOptions } from '../schedule/timeZones.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { pageLanguage } from '../ui/pageLanguage.ts'
import { Select } from '../ui/select/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { defineTexts, usePlainText, useText } from '../ui/text.ts'
import { timesOf, withTimes } from './datasetTimes.ts'

const texts = defineTexts('datasetEditor.times', {
  zone: 'Time zone of the data',
  zoneHelp: 'The time zone of times in this dataset that do not have one.',
  workspace: 'As in the workspace',
  week: 'First day of weeks',
  monday: 'Monday',
  sunday: 'Sunday',
  saturday: 'Saturday',
  first: 'First month of the fiscal year',
  firstHelp: 'Adds fiscal quarters and years to the time grains.',
  table: 'Fiscal calendar',
  tableHelp:
    'For fiscal years of weeks, such as 4-4-5: CSV with the header start,end,year,quarter,period and a line for each period, without gaps. It takes precedence over the first month.',
  upload: 'Read a CSV file',
})

/** Maximum file size in bytes; a file with the periods of half a century is smaller. */
const MOST_BYTES = 100_000

interface TimesFieldsProps {
  extra: string | null
  onChange: (extra: string | null) => void
}

/** Time zone, weeks and fiscal years of a dataset. */
export function TimesFields({ extra, onChange }: TimesFieldsProps) {
  const t = useText()
  const plain = usePlainText()
  const file = useRef<HTMLInputElement>(null)
  const times = timesOf(extra)
  // the JSON text that contains these settings is being edited manually
  const disabled = times === undefined
  const set = (change: Parameters<typeof withTimes>[1]) => onChange(withTimes(extra, change))
  const table = times?.table ? parseFiscalTable(times.table) : undefined
  const months = Array.from({ length: 12 }, (_, at) => ({
    value: String(at + 1),
    label: new Intl.DateTimeFormat(pageLanguage(), { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, at)),
  }))
  return (
    <>
      <Field label={t(texts.zone)} help={t(texts.zoneHelp)}>
        <Select
          label={t(texts.zone)}
          clearable
          disabled={disabled}
          placeholder={t(texts.workspace)}
          options={timeZoneOptions(times?.zone || 'UTC')}
          value={times?.zone || undefined}
          onChange={(zone) => set({ zone: zone ?? '' })}
        />
      </Field>
      <Field label={t(texts.week)}>
        <Select
          label={t(texts.week)}
          clearable
          disabled={disabled}
          placeholder={t(texts.workspace)}
          options={(['monday', 'sunday', 'saturday'] as const).map((value) => ({ value, label: t(texts[value]) }))}
          value={(times?.weekStart || undefined) as 'monday' | undefined}
          onChange={(weekStart) => set({ weekStart: weekStart ?? '' })}
        />
      </Field>
      <Field label={t(texts.first)} help={t(texts.firstHelp)}>
        <Select
          label={t(texts.first)}
          clearable
          disabled={disabled}
          placeholder={t(texts.workspace)}
          options={months}
          value={times?.firstMonth || undefined}
          onChange={(firstMonth) => set({ firstMonth: firstMonth ?? '' })}
        />
      </Field>
      <TextArea
        label={t(texts.table)}
        rows={6}
        spellCheck={false}
        help={t(texts.tableHelp)}
        error={table && !table.ok ? plain(table.error) : undefined}
        disabled={disabled}
        value={times?.table ?? ''}
        onChange={(text) => set({ table: text })}
      />
      <div>
        <input
          ref={file}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label={t(texts.upload)}
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            void chosen
              ?.slice(0, MOST_BYTES)
              .text()
              .then((text) => set({ table: text }))
          }}
        />
        <Button size="sm" disabled={disabled} onClick={() => file.current?.click()}>
          {t(texts.upload)}
        </Button>
      </div>
    </>
  )
}
