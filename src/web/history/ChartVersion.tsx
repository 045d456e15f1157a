import { useQuery } from '@tanstack/react-query'
import { queryContextOf } from '../../charts/buildQueryContext.ts'
import { shownType } from '../../charts/index.ts'
import { openFormData } from '../../charts/openFormData.ts'
import { parseObject } from '../../model/wire/json.ts'
import { datasetToExploreQuery } from '../api/dashboardEdit.ts'
import { runChart } from '../api/explore.ts'
import { messageOf } from '../api/failure.ts'
import { ChartView } from '../chart/ChartView.tsx'
import { datasourceOf } from '../chart/datasourceOf.ts'
import { plainMessage } from '../chart/plainMessage.ts'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './HistoryDialog.module.css'

const texts = defineTexts('history.chart', {
  note: 'Drawn with the current data.',
  unsupported: 'This visualization type is not supported.',
})

interface ChartVersionProps {
  chartId: number
  version: number
  content: Record<string, unknown>
  name: string
}

/** A chart with the controls of an older version, drawn with current data. */
export default function ChartVersion({ chartId, version, content, name }: ChartVersionProps) {
  const t = useText()
  const datasetId = Number(content['datasource_id'])
  const dataset = useQuery({ ...datasetToExploreQuery(datasetId), retry: false })
  const drawn = useQuery({
    queryKey: ['versions', 'Chart', chartId, version, 'drawn'],
    enabled: dataset.data !== undefined,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const saved = {
        ...parseObject(String(content['params'] ?? '')),
        viz_type: content['viz_type'],
        datasource: `${datasetId}__table`,
        slice_id: chartId,
      }
      const opened = await openFormData(saved)
      if (!opened || !dataset.data) return null
      const datasource = datasourceOf(dataset.data)
      const data = await runChart(queryContextOf(opened.query, { formData: opened.formData, datasource }), signal)
      return { type: shownType(opened.chart), formData: opened.formData, datasource, data }
    },
  })
  const failed = dataset.error ?? drawn.error
  if (failed) {
    const query = dataset.error ? dataset : drawn
    return <ErrorPanel compact message={plainMessage(messageOf(failed))} onRetry={() => void query.refetch()} />
  }
  if (drawn.data === null) return <p className={css.nothing}>{t(texts.unsupported)}</p>
  if (!drawn.data) return <Spinner />
  return (
    <figure className={css.preview}>
      <div className={css.picture}>
        <ChartView {...drawn.data} title={name} waiting={<Spinner />} />
      </div>
      <figcaption className={css.nothing}>{t(texts.note)}</figcaption>
    </figure>
  )
}
