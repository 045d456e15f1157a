import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Pencil, Tag as TagIcon } from 'lucide-react'
import { lazy, useState } from 'react'
import type { TaggedObject } from '../../../model/dashboard/tag.ts'
import { can, currentUser, isAdmin } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { personName } from '../../api/list.ts'
import { taggedObjectsQuery, tagQuery } from '../../api/tags.ts'
import { NameCell } from '../../list/NameCell.tsx'
import { tagIn } from '../../list/tagAddress.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PagePending } from '../../shell/PagePending.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { elapsedText } from '../../ui/elapsedText.ts'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { pageLanguage } from '../../ui/pageLanguage.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { Cell, HeadCell, Row, Table } from '../../ui/Table.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './Tags.module.css'

const texts = defineTexts('taggedObjects', {
  tags: 'Tags',
  dashboard: 'Dashboards',
  chart: 'Charts',
  query: 'Queries',
  dataset: 'Datasets',
  name: 'Title',
  modified: 'Last modified',
  edit: 'Edit Tag',
  notOwn: 'Only its creator and administrators can change a tag.',
  createdBy: 'Created by {name}',
  changed: 'Modified {time}',
  untitled: '[Untitled]',
  missing: 'This tag does not exist',
  missingText: 'It may have been deleted.',
  all: 'All tags',
  empty: 'No entities have this tag currently assigned',
  add: 'Add tag to entities',
  failed: 'Error Fetching Tagged Objects: {message}',
})

const TagDialog = lazy(() => import('./TagDialog.tsx'))

const kinds = ['dashboard', 'chart', 'query', 'dataset'] as const

/** `/superset/all_entities/?id=`: the objects with a tag. */
export function TaggedObjectsScreen() {
  const t = useText()
  const wanted = tagIn(useLocation().searchStr) ?? { id: 0 }
  const [isEditing, setIsEditing] = useState(false)
  const tag = useQuery(tagQuery(wanted))
  const objects = useQuery({ ...taggedObjectsQuery(tag.data?.id ?? 0), enabled: Boolean(tag.data) })
  const error = tag.error ?? objects.error
  if (error) {
    const retry = () => void (tag.error ? tag.refetch() : objects.refetch())
    return (
      <div className={css.middle}>
        <ErrorPanel message={t(texts.failed, { message: messageOf(error) })} onRetry={retry} />
      </div>
    )
  }
  if (tag.data === null) {
    return (
      <div className={css.middle}>
        <EmptyState
          size="big"
          picture={false}
          title={t(texts.missing)}
          text={t(texts.missingText)}
          actions={
            <ButtonLink size="md" href="/superset/tags/">
              {t(texts.all)}
            </ButtonLink>
          }
        />
      </div>
    )
  }
  if (!tag.data || !objects.data) return <PagePending />
  const { name, description, created_by, changed_on_delta_humanized } = tag.data
  const isOwn = isAdmin() || created_by?.id === currentUser.userId
  const isEmpty = objects.data.length === 0
  return (
    <div className={css.page}>
      <PageTitle>{name}</PageTitle>
      <PageHeader
        crumbs={[{ label: t(texts.tags), href: '/superset/tags/' }]}
        title={name}
        actions={
          can('can_write', 'Tag') ? (
            <Button
              icon={<Pencil size={14} />}
              disabledReason={isOwn ? false : t(texts.notOwn)}
              onClick={() => setIsEditing(true)}
            >
              {t(texts.edit)}
            </Button>
          ) : undefined
        }
      />
      <ScrollRegion label={name} className={css.content}>
        <div className={css.facts}>
          {description ? <span>{description}</span> : null}
          {created_by ? <span>{t(texts.createdBy, { name: personName(created_by) })}</span> : null}
          <span>{t(texts.changed, { time: elapsedText(changed_on_delta_humanized) })}</span>
        </div>
        {isEmpty ? (
          <EmptyState
            size="big"
            picture={<TagIcon size={28} />}
            title={t(texts.empty)}
            actions={
              isOwn && can('can_write', 'Tag') ? (
                <Button size="md" variant="primary" onClick={() => setIsEditing(true)}>
                  {t(texts.add)}
                </Button>
              ) : undefined
            }
          />
        ) : (
          kinds.map((kind) => (
            <ObjectTable key={kind} label={t(texts[kind])} objects={objects.data.filter(({ type }) => type === kind)} />
          ))
        )}
      </ScrollRegion>
      {isEditing ? (
        <LazyPart onClose={() => setIsEditing(false)}>
          <TagDialog tag={tag.data} onClose={() => setIsEditing(false)} />
        </LazyPart>
      ) : null}
    </div>
  )
}

function ObjectTable({ label, objects }: { label: string; objects: TaggedObject[] }) {
  const t = useText()
  if (objects.length === 0) return null
  return (
    <section className={css.group} aria-label={label}>
      <h2 className={css.heading}>
        {label} <span className={css.count}>{objects.length.toLocaleString(pageLanguage())}</span>
      </h2>
      <Table label={label}>
        <thead>
          <tr>
            <HeadCell>{t(texts.name)}</HeadCell>
            <HeadCell width={150}>{t(texts.modified)}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {objects.map(({ id, name, url, changed_on }) => (
            <Row key={id}>
              <Cell>
                <NameCell href={url} title={name || t(texts.untitled)} />
              </Cell>
              <Cell quiet>
                <RelativeTime time={changed_on} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
