import { useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { DeckMap } from '../shared/maps/deck/DeckMap.tsx'
import { readSpatial } from '../shared/maps/spatial.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import type { DeckHeatmapForm } from './query.ts'
import { heatLayer } from './surface.ts'

/** The density of points. */
export default function DeckHeatmap(props: ChartComponentProps<DeckHeatmapForm>) {
  const { formData: form } = props
  const t = useText()
  const points = readWeightedPoints(props)
  const layers = useMemo(() => [heatLayer(points, form)], [points, form])
  if (readSpatial(form.spatial) === undefined) return <CenteredNote text={t(weightedTexts.needsPlaces)} />
  if (points.bounds === undefined) return <CenteredNote text={t(weightedTexts.needsRows)} />
  return <DeckMap chart={props} layers={layers} bounds={points.bounds} missing={points.missing} describe={nothing} />
}

/** A surface has no marks. */
const nothing = () => null
