import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { exploreQuery } from '../../api/explore.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { parseAddress } from './address.ts'
import { Builder } from './Builder.tsx'
import css from './ExploreScreen.module.css'
import { LoadingBuilder } from './LoadingBuilder.tsx'

const texts = defineTexts('explore', {
  charts: 'Charts',
  title: 'Explore',
  missingTitle: 'Missing URL parameters',
  missing: 'The URL is missing the dataset_id or slice_id parameters.',
  datasets: 'Choose a dataset',
  failed: 'Failed to load chart data',
})

/** `/explore/`: the chart builder. */
export function ExploreScreen() {
  const { searchStr } = useLocation()
  const [opened, setOpened] = useState(searchStr)
  const [own, setOwn] = useState(searchStr)
  // an address that the builder wrote itself says nothing new; any other one opens what it names
  if (searchStr !== opened && searchStr !== own) {
    setOpened(searchStr)
    setOwn(searchStr)
  }
  return <Opened key={opened} search={opened} onOwnAddress={setOwn} />
}

function Opened({ search, onOwnAddress }: { search: string; onOwnAddress: (search: string) => void }) {
  const t = useText()
  const address = parseAddress(search)
  const start = useQuery({ ...exploreQuery(address.search), enabled: !address.isEmpty })
  if (start.data) return <Builder opened={start.data} address={address} onOwnAddress={onOwnAddress} />
  const isLoading = !address.isEmpty && !start.isError
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
          ) : (
            <ErrorPanel
              title={t(texts.failed)}
              message={start.error?.message}
              onRetry={() => void start.refetch()}
              actions={<ButtonLink href="/tablemodelview/list/">{t(texts.datasets)}</ButtonLink>}
            />
          )}
        </div>
      )}
    </>
  )
}
