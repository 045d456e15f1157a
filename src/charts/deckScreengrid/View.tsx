import { useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { DeckMap } from '../shared/maps/deck/DeckMap.tsx'
import { useDescribedCell } from '../shared/maps/deck/useDescribedCell.ts'
import { readSpatial } from '../shared/maps/spatial.ts'
import { readWeightedPoints } from '../shared/maps/weightedPoints.ts'
import { weightedTexts } from '../shared/maps/weightedTexts.ts'
import type { DeckScreengridForm } from './query.ts'
import { screenGridLayer } from './screenCells.ts'

/** Points in cells of the screen. */
export default function DeckScreengrid(props: ChartComponentProps<DeckScreengridForm>) {
  const { formData: form } = props
  const t = useText()
  const points = readWeightedPoints(props)
  const layers = useMemo(() => [screenGridLayer(points, form)], [points, form])
  const describe = useDescribedCell(props, 'sum')
  if (readSpatial(form.spatial) === undefined) return <CenteredNote text={t(weightedTexts.needsPlaces)} />
  if (points.bounds === undefined) return <CenteredNote text={t(weightedTexts.needsRows)} />
  return <DeckMap chart={props} layers={layers} bounds={points.bounds} missing={points.missing} describe={describe} />
}
