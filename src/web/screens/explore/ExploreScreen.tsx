import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { logView } from '../../api/activity.ts'
import { type ExploreStart, exploreQuery } from '../../api/explore.ts'
import { favouriteStatusQuery, useFavourite } from '../../api/favourites.ts'
import { ChartView } from '../../chart/ChartView.tsx'
import { datasourceOf } from '../../chart/datasourceOf.ts'
import { Certified } from '../../list/Certified.tsx'
import { Star } from '../../list/Star.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './ExploreScreen.module.css'
import { savedChartDataQuery } from './savedChartData.ts'

const texts = defineTexts('explore', {
  charts: 'Charts',
  untitled: '[Untitled]',
  missingTitle: 'Missing URL parameters',
  missing: 'The URL is missing the dataset_id or slice_id parameters.',
})

/** `/explore/?slice_id=`: a saved chart as large as the page. */
export function ExploreScreen() {
  const t = useText()
  const { searchStr } = useLocation()
  const hasChart = new URLSearchParams(searchStr).has('slice_id')
  const start = useQuery({ ...exploreQuery(searchStr), enabled: hasChart })
  const title = start.data?.slice?.slice_name || t(texts.untitled)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader
        crumbs={[{ label: t(texts.charts), href: '/chart/list/' }]}
        title={start.data ? title : ''}
        marks={start.data?.slice ? <Marks slice={start.data.slice} title={title} /> : null}
        meta={start.data?.dataset.table_name}
      />
      <div className={css.page}>
        {hasChart ? null : <ErrorPanel kind="warning" title={t(texts.missingTitle)} message={t(texts.missing)} />}
        {start.isError ? <ErrorPanel message={start.error.message} onRetry={() => void start.refetch()} /> : null}
        {start.data?.slice ? <SavedChart start={start.data} chartId={start.data.slice.slice_id} title={title} /> : null}
      </div>
    </>
  )
}

function Marks({ slice, title }: { slice: NonNullable<ExploreStart['slice']>; title: string }) {
  const stars = useQuery(favouriteStatusQuery('chart', [slice.slice_id]))
  const favourite = useFavourite('chart')
  return (
    <>
      <Certified by={slice.certified_by} details={slice.certification_details} />
      <Star
        title={title}
        isStarred={stars.data?.has(slice.slice_id) ?? false}
        onChange={(isStarred) => favourite.mutate({ id: slice.slice_id, isStarred })}
      />
    </>
  )
}

function SavedChart({ start, chartId, title }: { start: ExploreStart; chartId: number; title: string }) {
  const answer = useQuery(savedChartDataQuery(chartId))
  useEffect(() => logView('chart', chartId), [chartId])
  return (
    <section className={css.card} aria-label={title} aria-busy={answer.isFetching}>
      {answer.isPending ? <Spinner /> : null}
      {answer.isError ? <ErrorPanel message={answer.error.message} onRetry={() => void answer.refetch()} /> : null}
      {answer.data ? (
        <ChartView
          vizType={start.form_data.viz_type ?? ''}
          formData={start.form_data}
          data={answer.data}
          datasource={datasourceOf(start.dataset)}
          title={title}
        />
      ) : null}
    </section>
  )
}
