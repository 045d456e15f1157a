import { use, useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import { loadLegendParts } from '../legendParts.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { DeckMap } from '../shared/maps/deck/DeckMap.tsx'
import { shortLabel } from '../shared/maps/deck/filterLength.ts'
import { mapTheme } from '../shared/maps/mapTheme.ts'
import { ControlWriter, PartChart } from '../shared/pageParts.ts'
import { arranged } from './arranged.ts'
import { coloredParts, legendOf } from './legend.ts'
import { backgroundOf, cornersOf, isRound, mapForm, paddingOf, readPlaces, sizeOf, smallForm } from './places.ts'
import type { CartodiagramForm } from './query.ts'
import { texts } from './texts.ts'

export { sources } from './sources.ts'

/** A small chart at each place of a map. */
export default function Cartodiagram(props: ChartComponentProps<CartodiagramForm>) {
  const { formData, data, color } = props
  const t = useText()
  const Part = use(PartChart)
  const placed = useMemo(() => readPlaces({ formData, data }), [formData, data])
  const form = useMemo(() => mapForm(formData), [formData])
  const inner = useMemo(() => ('why' in placed ? {} : smallForm(placed.formData)), [placed])
  const theme = mapTheme(form.mapbox_style, props.theme)
  if ('type' in placed) use(loadLegendParts(placed.type))
  const parts = useMemo(
    () => ('why' in placed ? [] : coloredParts(placed, { color, theme }).parts),
    [placed, color, theme],
  )
  const labelColors = useMemo(
    () => Object.fromEntries(parts.flatMap(({ colorLabel, color }) => (colorLabel ? [[colorLabel, color]] : []))),
    [parts],
  )
  if ('why' in placed) return <CenteredNote text={t(placed.why, { name: placed.name })} />

  const { charts, places, name, type, datasource } = placed
  const { fill, opacity } = backgroundOf(formData, theme)
  const side = sizeOf(formData)
  return (
    <DeckMap
      chart={{ ...props, formData: form }}
      controlsOf={(view) => ({ map_view: view })}
      layers={none}
      keepFree={() => charts.map(({ place }) => ({ place, radius: side / 2 }))}
      bounds={placed.bounds}
      padding={paddingOf(formData)}
      arrange={(middles) => arranged(middles, { side, isRound: isRound(formData) })}
      arrangedNote={(shown, all) => {
        const counts = { shown: String(shown), all: String(all) }
        return { long: t(texts.overlap, counts), short: t(texts.shown, counts) }
      }}
      legend={{
        position: 'br',
        entries: legendOf(placed, parts).map(({ label, color }) => ({ label, color, isOn: true })),
      }}
      rows={places + placed.missing}
      missing={0}
      notes={placed.notes.map(([text, values]) => t(text, values))}
      describe={() => null}
      placed={charts.map(({ place, text, data: own }) => ({
        place,
        key: text,
        node: (
          <div
            style={{
              width: side,
              height: side,
              padding: 4,
              borderRadius: `${cornersOf(formData)}%`,
              background: `color-mix(in srgb, ${fill} ${opacity * 100}%, transparent)`,
            }}
          >
            {Part && (
              <ControlWriter value={null}>
                <Part
                  type={type}
                  formData={inner}
                  data={[own]}
                  labelColors={labelColors}
                  datasource={datasource}
                  title={t(texts.chartAt, { name, place: shortLabel(text) })}
                  mode={theme.mode}
                  asTable={false}
                />
              </ControlWriter>
            )}
          </div>
        ),
      }))}
    />
  )
}

const none: never[] = []
