import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ColumnProfile,
  columnProfiles,
  isDistinctAbout,
  PROFILE_COLUMNS,
  type ProfileAnswer,
} from '../../model/dataset/profile.ts'
import { messageOf } from '../api/failure.ts'
import { profileQuery } from '../api/profile.ts'
import { rawText } from '../chart/dataRows.ts'
import { TypeIcon } from '../controls/TypeIcon.tsx'
import { Pager } from '../list/Pager.tsx'
import { Banner } from '../ui/Banner.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { pageLanguage } from '../ui/pageLanguage.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { SpinnerRing } from '../ui/Spinner.tsx'
import { Cell, HeadCell, Row, Table } from '../ui/Table.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatasetProfile.module.css'
import { Distribution } from './Distribution.tsx'

const texts = defineTexts('profile', {
  title: 'Profile',
  column: 'Column',
  type: 'Datatype',
  nulls: 'Nulls',
  distinct: 'Distinct values',
  min: 'Minimum',
  max: 'Maximum',
  distribution: 'Distribution',
  rows: '{count, plural, one {# row} other {# rows}} that you may see.',
  approximate: 'Distinct values are approximate.',
  partial: 'Distinct values are approximate: most were counted in a random sample of {count, number} rows.',
  random: 'Distributions are approximate: they show a random sample of {count, number} rows.',
  first: 'Distributions are approximate: they show the first {count, number} rows.',
  about: '≈ {value}',
  share: '{count, number} ({share})',
  reading: 'Reading all rows of the dataset',
  none: 'No columns',
  noneText: 'This dataset has no columns. Edit it and sync its columns from the source.',
})

/** Types, nulls, distinct values, ranges and distributions of the columns of a dataset. */
export default function DatasetProfile({ datasetId }: { datasetId: number }) {
  const t = useText()
  const [page, setPage] = useState(0)
  const { data, error, isPlaceholderData, refetch } = useQuery(profileQuery(datasetId, page))
  if (error) {
    return (
      <div className={css.state}>
        <ErrorPanel message={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!data) {
    return (
      <output className={css.state}>
        <SpinnerRing /> {t(texts.reading)}
      </output>
    )
  }
  if (data.column_count === 0) return <EmptyState title={t(texts.none)} text={t(texts.noneText)} />
  return (
    <section className={css.profile} aria-label={t(texts.title)} aria-busy={isPlaceholderData}>
      <div className={css.about}>
        <Banner tone="info">{aboutText(t, data)}</Banner>
      </div>
      <ScrollRegion className={css.scroll} label={t(texts.title)}>
        <Table label={t(texts.title)}>
          <thead>
            <tr>
              <HeadCell>{t(texts.column)}</HeadCell>
              <HeadCell width={130}>{t(texts.type)}</HeadCell>
              <HeadCell width={120} align="end">
                {t(texts.nulls)}
              </HeadCell>
              <HeadCell width={120} align="end">
                {t(texts.distinct)}
              </HeadCell>
              <HeadCell width={150} align="end">
                {t(texts.min)}
              </HeadCell>
              <HeadCell width={150} align="end">
                {t(texts.max)}
              </HeadCell>
              <HeadCell width={240}>{t(texts.distribution)}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {columnProfiles(data).map((column) => (
              <ProfileRow key={column.name} column={column} answer={data} />
            ))}
          </tbody>
        </Table>
      </ScrollRegion>
      {data.column_count > PROFILE_COLUMNS ? (
        <Pager page={page} pageSize={PROFILE_COLUMNS} count={data.column_count} onPage={setPage} />
      ) : null}
    </section>
  )
}

function ProfileRow({ column, answer }: { column: ColumnProfile; answer: ProfileAnswer }) {
  const t = useText()
  const { name, type, kind, nulls, distinct, min, max } = column
  const percent = new Intl.NumberFormat(pageLanguage(), { style: 'percent', maximumFractionDigits: 1 })
  const share = answer.row_count === 0 ? 0 : nulls / answer.row_count
  const count = distinct === null ? '' : distinct.toLocaleString(pageLanguage())
  const isAbout = isDistinctAbout(answer) && distinct !== null && distinct > 2
  return (
    <Row>
      <Cell>
        <span className={css.name}>
          {kind === null ? null : <TypeIcon kind={kind} />}
          <span title={name}>{name}</span>
        </span>
      </Cell>
      <Cell quiet>{type}</Cell>
      <Cell quiet align="end">
        {nulls === 0 ? '0' : t(texts.share, { count: nulls, share: percent.format(share) })}
      </Cell>
      <Cell quiet align="end">
        {isAbout ? t(texts.about, { value: count }) : count}
      </Cell>
      <Cell quiet align="end">
        {min === null ? '' : rawText(min, kind ?? undefined)}
      </Cell>
      <Cell quiet align="end">
        {max === null ? '' : rawText(max, kind ?? undefined)}
      </Cell>
      <Cell>
        <Distribution column={column} />
      </Cell>
    </Row>
  )
}

function aboutText(t: ReturnType<typeof useText>, answer: ProfileAnswer): string {
  const { sampled, sample, distinct_rows: counted } = answer
  const distinct = counted === null ? t(texts.approximate) : t(texts.partial, { count: counted })
  return [
    t(texts.rows, { count: answer.row_count }),
    isDistinctAbout(answer) ? distinct : '',
    sampled === 'all' ? '' : t(texts[sampled], { count: sample.rowcount }),
  ]
    .filter(Boolean)
    .join(' ')
}
