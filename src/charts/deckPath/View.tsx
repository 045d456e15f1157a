import { useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { MarkMap } from '../shared/maps/deck/MarkMap.tsx'
import { pathLayer, readPaths } from './paths.ts'
import type { DeckPathForm } from './query.ts'
import { texts } from './texts.ts'

/** Lines of the rows. */
export default function DeckPath(props: ChartComponentProps<DeckPathForm>) {
  const { formData: form, data, datasource } = props
  const t = useText()
  const paths = readPaths(props)
  const layers = useMemo(() => [pathLayer({ formData: form, data, datasource })], [form, data, datasource])
  if (form.line_column === undefined) return <CenteredNote text={t(texts.needsLines)} />
  if (paths.rows.length === 0) return <CenteredNote text={t(texts.needsRows)} />

  return (
    <MarkMap
      chart={props}
      layers={layers}
      bounds={paths.bounds}
      rows={paths.rows}
      missing={paths.missing}
      tooLarge={paths.tooLarge}
      columns={[]}
      drillColumns={[form.line_column]}
    />
  )
}
