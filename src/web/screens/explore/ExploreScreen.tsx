import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type ExploreStart, exploreQuery } from '../../api/explore.ts'
import { usePluginsListed } from '../../chart/pluginTypes.ts'
import { newEditorId } from '../../drafts/draftStore.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ownAddress, parseAddress } from './address.ts'
import { Builder } from './Builder.tsx'
import css from './ExploreScreen.module.css'
import { LoadingBuilder } from './LoadingBuilder.tsx'
import { isReady, loadParts } from './state/chartParts.ts'
import { type HandedOver, handedOver } from './state/handOver.ts'
import { openingTypes } from './state/useBuilder.ts'

const texts = defineTexts('explore', {
  charts: 'Charts',
  title: 'Explore',
  missingTitle: 'Missing URL parameters',
  missing: 'The URL is missing the dataset_id or slice_id parameters.',
  goneTitle: 'This chart could not be opened',
  gone: 'It does not exist, or you do not have access to it.',
  allCharts: 'All charts',
  datasets: 'Choose a dataset',
  failed: 'Failed to load chart data',
})

/** `/explore/`: the chart builder. */
export function ExploreScreen() {
  const { history } = useRouter()
  const { search, state } = history.location
  const [opened, setOpened] = useState(() => ({ search, given: handedOver(state), count: 0 }))
  // until the user leaves this screen, all addresses that it opens share one draft of each chart
  const [editor] = useState(newEditorId)
  useEffect(() => {
    const { pathname } = history.location
    return history.subscribe(({ location, action }) => {
      // addresses written by the builder itself are ignored; any other address, and each step back, is opened
      const isOwn = (action.type === 'PUSH' || action.type === 'REPLACE') && ownAddress in location.state
      if (isOwn || location.pathname !== pathname) return
      setOpened(({ count }) => ({
        search: location.search,
        given: handedOver(location.state),
        count: count + 1,
      }))
    })
  }, [history])
  return <Opened key={opened.count} search={opened.search} given={opened.given} editor={editor} />
}

interface OpenedProps {
  search: string
  given: HandedOver | undefined
  editor: string
}

function Opened({ search, given, editor }: OpenedProps) {
  const t = useText()
  const address = parseAddress(search)
  const start = useQuery({ ...exploreQuery(address.search), enabled: !address.isEmpty })
  // until the plugins are listed, their chart types are unknown
  const isListed = usePluginsListed()
  const types = start.data && isListed ? openingTypes(start.data, address) : []
  // the query and control parts of the chart's type, which its controls need
  const parts = useQuery({
    queryKey: ['explore', 'parts', types],
    enabled: start.data !== undefined && isListed,
    queryFn: async () => {
      await Promise.all(types.map(loadParts))
      return types
    },
  })
  const isGone = start.data !== undefined && isChartGone(start.data)
  if (start.data && isListed && !isGone && (parts.isSuccess || types.every(isReady)))
    return <Builder opened={start.data} address={address} given={given} editor={editor} />
  const isLoading = !address.isEmpty && !isGone && !start.isError && !parts.isError
  return (
    <>
      <PageTitle>{t(texts.title)}</PageTitle>
      <PageHeader
        crumbs={[{ label: t(texts.charts), href: '/chart/list/' }]}
        title={isLoading ? <Skeleton width={200} height={16} /> : t(texts.title)}
      />
      {isLoading ? (
        <LoadingBuilder />
      ) : (
        <div className={css.message}>
          {address.isEmpty ? (
            <ErrorPanel
              kind="warning"
              title={t(texts.missingTitle)}
              message={t(texts.missing)}
              actions={<ButtonLink href="/tablemodelview/list/">{t(texts.datasets)}</ButtonLink>}
            />
          ) : isGone ? (
            <ErrorPanel
              kind="warning"
              title={t(texts.goneTitle)}
              message={t(texts.gone)}
              actions={<ButtonLink href="/chart/list/">{t(texts.allCharts)}</ButtonLink>}
            />
          ) : (
            <ErrorPanel
              title={t(texts.failed)}
              message={(start.error ?? parts.error)?.message}
              onRetry={() => void (start.isError ? start : parts).refetch()}
              actions={<ButtonLink href="/tablemodelview/list/">{t(texts.datasets)}</ButtonLink>}
            />
          )}
        </div>
      )}
    </>
  )
}

/**
 * Shown if the address names a chart and nothing could be loaded: neither its controls, nor a stored state, nor its
 * dataset.
 */
const isChartGone = ({ slice, dataset, form_data }: ExploreStart) =>
  slice === null && dataset.id === null && form_data['slice_id'] !== undefined && form_data.viz_type === undefined
