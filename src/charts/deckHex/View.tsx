import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { CellMap } from '../shared/maps/deck/CellMap.tsx'
import { readSpatial } from '../shared/maps/spatial.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import { readCells } from './cells.ts'
import type { DeckHexForm } from './query.ts'

/** Points in hexagons. */
export default function DeckHex(props: ChartComponentProps<DeckHexForm>) {
  const { formData: form } = props
  const t = useText()
  const points = readWeightedPoints(props)
  if (readSpatial(form.spatial) === undefined) return <CenteredNote text={t(weightedTexts.needsPlaces)} />
  if (points.bounds === undefined) return <CenteredNote text={t(weightedTexts.needsRows)} />
  return <CellMap chart={props} points={points} cells={readCells(props)} by={form.js_agg_function} />
}
