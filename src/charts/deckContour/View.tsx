import { useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { DeckMap } from '../shared/maps/deck/DeckMap.tsx'
import { useHidden } from '../shared/maps/deck/MarkMap.tsx'
import { readSpatial } from '../shared/maps/spatial.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import { contourEntries, contourLayers } from './contourLayers.ts'
import type { DeckContourForm } from './query.ts'

/** Lines and bands of equal values. */
export default function DeckContour(props: ChartComponentProps<DeckContourForm>) {
  const { formData: form, data, datasource } = props
  const t = useText()
  const [hidden, toggle] = useHidden()
  const points = readWeightedPoints(props)
  const entries = useMemo(() => contourEntries({ formData: form, data, datasource }), [form, data, datasource])
  const layers = useMemo(
    () => contourLayers({ formData: form, data, datasource }).filter((_, at) => !hidden.has(entries[at]?.label ?? '')),
    [form, data, datasource, hidden, entries],
  )
  if (readSpatial(form.spatial) === undefined) return <CenteredNote text={t(weightedTexts.needsPlaces)} />
  if (points.bounds === undefined) return <CenteredNote text={t(weightedTexts.needsRows)} />
  return (
    <DeckMap
      chart={props}
      layers={layers}
      bounds={points.bounds}
      missing={points.missing}
      describe={nothing}
      legend={{
        position: 'tr',
        entries: entries
          .filter(({ label }, at) => entries.findIndex((entry) => entry.label === label) === at)
          .map((entry) => ({ ...entry, isOn: !hidden.has(entry.label) })),
        onToggle: toggle,
      }}
    />
  )
}

/** Lines have no rows. */
const nothing = () => null
