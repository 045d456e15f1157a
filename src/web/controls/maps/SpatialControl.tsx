import { MapPin } from 'lucide-react'
import { isRecord } from '../../../model/wire/json.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { RadioGroup } from '../../ui/Radio.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import { type ControlProps, shownName, useControlSource } from '../source.ts'
import css from './Maps.module.css'
import { SummaryPopover } from './SummaryPopover.tsx'

const texts = defineTexts('control.spatial', {
  kind: 'Kind of place',
  latlong: 'Longitude & Latitude columns',
  delimited: 'Delimited long & lat single column',
  geohash: 'Geohash',
  longitude: 'Longitude',
  latitude: 'Latitude',
  column: 'Column',
  delimiter: 'Delimiter',
  reverse: 'Reverse lat/long',
  none: 'N/A',
})

type Kind = 'latlong' | 'delimited' | 'geohash'

const kindOf = (saved: Record<string, unknown>): Kind =>
  saved.type === 'delimited' || saved.type === 'geohash' ? saved.type : 'latlong'

const textAt = (saved: Record<string, unknown>, key: string) =>
  typeof saved[key] === 'string' && saved[key] !== '' ? saved[key] : undefined

/** The columns of a place; empty if one is missing. */
function columnsOf(saved: Record<string, unknown>): string[] {
  const names = {
    latlong: [textAt(saved, 'lonCol'), textAt(saved, 'latCol')],
    delimited: [textAt(saved, 'lonlatCol')],
    geohash: [textAt(saved, 'geohashCol')],
  }[kindOf(saved)]
  return names.every((name) => name !== undefined) ? names : []
}

/** The columns that contain a place, on a button: two with degrees, one with both, or one with geohashes. */
export function SpatialControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const { dataset } = useControlSource()
  const saved = isRecord(value) ? value : {}
  const kind = kindOf(saved)
  const set = (change: Record<string, unknown>) => onChange({ type: kind, ...saved, ...change })
  const options = dataset.columns.map(({ column_name: name }) => ({ value: name, label: shownName(dataset, name) }))
  const column = (key: string, label: string) => (
    <Select
      label={`${control.label}: ${label}`}
      placeholder={label}
      options={options}
      value={textAt(saved, key)}
      onChange={(name) => set({ [key]: name })}
    />
  )
  const columns = columnsOf(saved)
  return (
    <ControlField control={control} errors={errors}>
      <SummaryPopover
        label={control.label}
        icon={<MapPin size={14} />}
        summary={columns.map((name) => shownName(dataset, name)).join(' | ') || t(texts.none)}
        isEmpty={columns.length === 0}
      >
        <div className={css.stack}>
          <RadioGroup
            label={t(texts.kind)}
            options={[
              { value: 'latlong', label: t(texts.latlong) },
              { value: 'delimited', label: t(texts.delimited) },
              { value: 'geohash', label: t(texts.geohash) },
            ]}
            value={kind}
            onChange={(type) => set({ type })}
          />
          {kind === 'latlong' && (
            <div className={css.two}>
              {column('lonCol', t(texts.longitude))}
              {column('latCol', t(texts.latitude))}
            </div>
          )}
          {kind === 'delimited' && (
            <div className={css.wideAndNarrow}>
              {column('lonlatCol', t(texts.column))}
              <TextField
                hideLabel
                label={`${control.label}: ${t(texts.delimiter)}`}
                placeholder=","
                value={textAt(saved, 'delimiter') ?? ''}
                onChange={(delimiter) => set({ delimiter })}
              />
            </div>
          )}
          {kind === 'geohash' && column('geohashCol', t(texts.column))}
          <Checkbox
            label={t(texts.reverse)}
            checked={Boolean(saved.reverseCheckbox)}
            onChange={(reverseCheckbox) => set({ reverseCheckbox })}
          />
        </div>
      </SummaryPopover>
    </ControlField>
  )
}
