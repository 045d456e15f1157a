import { useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { MarkMap } from '../shared/maps/deck/MarkMap.tsx'
import { featureLayers, readParts } from './features.ts'
import type { DeckGeojsonForm } from './query.ts'
import { texts } from './texts.ts'

/** Points, lines and areas of the rows. */
export default function DeckGeojson(props: ChartComponentProps<DeckGeojsonForm>) {
  const { formData: form, data, datasource } = props
  const t = useText()
  const parts = readParts(props)
  const layers = useMemo(() => featureLayers({ formData: form, data, datasource }), [form, data, datasource])
  if (form.geojson === undefined) return <CenteredNote text={t(texts.needsFeatures)} />
  if (layers.length === 0) return <CenteredNote text={t(texts.needsRows)} />

  return (
    <MarkMap
      chart={props}
      layers={layers}
      bounds={parts.bounds}
      missing={parts.missing}
      tooLarge={parts.tooLarge}
      columns={[]}
      drillColumns={[form.geojson]}
    />
  )
}
