import { useQuery } from '@tanstack/react-query'
import { Database, History, UserRound } from 'lucide-react'
import { datasetFactsQuery } from '../api/datasets.ts'
import { Banner } from '../ui/Banner.tsx'
import { elapsedText } from '../ui/elapsedText.ts'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Drill.module.css'

const texts = defineTexts('drill.dataset', {
  dataset: 'Dataset',
  owners: 'Owners',
  modified: 'Last modified',
  failed: 'There was an error loading the dataset metadata',
})

/** The dataset that the rows come from, its owners and its last change. */
export function DatasetFacts({ id }: { id: number }) {
  const t = useText()
  const { data, isError } = useQuery(datasetFactsQuery(id))
  if (isError) {
    return (
      <div className={css.banner}>
        <Banner tone="warning">{t(texts.failed)}</Banner>
      </div>
    )
  }
  const owners = (data?.owners ?? []).map((owner) => `${owner.first_name} ${owner.last_name}`)
  return (
    <div className={css.facts}>
      {data ? (
        <>
          <span title={t(texts.dataset)}>
            <Database size={14} />
            {data.table_name}
          </span>
          {owners.length > 0 ? (
            <span title={`${t(texts.owners)}: ${owners.join(', ')}`}>
              <UserRound size={14} />
              {owners[0]}
            </span>
          ) : null}
          <span title={t(texts.modified)}>
            <History size={14} />
            {elapsedText(data.changed_on_humanized)}
          </span>
        </>
      ) : null}
    </div>
  )
}
