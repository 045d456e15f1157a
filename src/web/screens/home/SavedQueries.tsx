import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical, Plus, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { deleteSavedQueries, type SavedQuerySummary, savedQueryListQuery } from '../../api/savedQueries.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { DeleteDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { elapsedText } from '../../ui/elapsedText.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { useCopy } from '../../ui/useCopy.ts'
import css from './OwnList.module.css'
import { Section } from './Section.tsx'

const texts = defineTexts('home.savedQueries', {
  title: 'Saved queries',
  mine: 'Mine',
  add: 'SQL Query',
  viewAll: 'View All »',
  none: 'No saved queries yet',
  addFirst: 'SQL query',
  failed: 'There was an issue fetching your saved queries: {message}',
  ran: 'Ran {when}',
  untitled: '[Untitled]',
  more: 'Actions of {name}',
  edit: 'Edit',
  share: 'Share',
  delete: 'Delete',
  linkCopied: 'Link Copied!',
  deleteTitle: 'Delete Query?',
  question: 'This action will permanently delete the saved query.',
  deleted: 'Deleted: {name}',
  deleteFailed: 'There was an issue deleting {name}: {message}',
})

const newQuery = '/superset/sqllab/?new=true'
const addressOf = (id: number) => `/superset/sqllab/?savedQueryId=${id}`
const shown = 5
const places = ['a', 'b', 'c', 'd', 'e']

/** The user's most recently saved queries. */
export function SavedQueries({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery(
    savedQueryListQuery({ orderColumn: 'changed_on_delta_humanized', pageSize: shown }),
  )
  const canAdd = can('can_sqllab', 'Superset')
  return (
    <Section
      title={t(texts.title)}
      tabs={[{ value: 'mine', label: t(texts.mine) }]}
      tab="mine"
      onTab={() => undefined}
      isOpen={isOpen}
      onToggle={onToggle}
      actions={
        <>
          {canAdd ? (
            <span className={css.wideOnly}>
              <ButtonLink href={newQuery} variant="quiet" size="xs" icon={<Plus size={13} />}>
                {t(texts.add)}
              </ButtonLink>
            </span>
          ) : null}
          <a href="/savedqueryview/list/">{t(texts.viewAll)}</a>
        </>
      }
    >
      <div className={css.list} aria-busy={data === undefined && !error}>
        {error ? (
          <ErrorPanel message={t(texts.failed, { message: messageOf(error) })} onRetry={() => void refetch()} />
        ) : null}
        {data === undefined && !error
          ? places.map((place) => (
              <div key={place} className={css.row}>
                <Skeleton width="40%" />
              </div>
            ))
          : null}
        {data?.count === 0 ? (
          <EmptyState
            size="small"
            picture={<SquareTerminal size={24} className={css.emptyIcon} />}
            title={t(texts.none)}
            actions={
              canAdd ? (
                <ButtonLink href={newQuery} icon={<Plus size={14} />}>
                  {t(texts.addFirst)}
                </ButtonLink>
              ) : undefined
            }
          />
        ) : null}
        {data && data.count > 0 ? (
          <ul>
            {data.result.map((query) => (
              <QueryRow key={query.id} query={query} />
            ))}
          </ul>
        ) : null}
      </div>
    </Section>
  )
}

function QueryRow({ query }: { query: SavedQuerySummary }) {
  const t = useText()
  const copy = useCopy()
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const name = query.label || t(texts.untitled)
  const canWrite = can('can_write', 'SavedQuery')

  async function remove() {
    try {
      await deleteSavedQueries([query.id])
      toast.success(t(texts.deleted, { name }))
      await queryClient.invalidateQueries({ queryKey: ['savedQueries'] })
    } catch (error) {
      toast.danger(t(texts.deleteFailed, { name, message: messageOf(error) }))
    }
    setIsAsking(false)
  }

  return (
    <li className={css.row}>
      <SquareTerminal size={16} className={css.icon} aria-hidden="true" />
      <a href={addressOf(query.id)} className={css.title} title={query.description ?? undefined} dir="auto">
        {name}
      </a>
      <span className={css.note}>{query.database?.database_name}</span>
      <span className={css.when}>{t(texts.ran, { when: elapsedText(query.last_run_delta_humanized) })}</span>
      <span className={css.star}>
        <Menu
          align="end"
          trigger={
            <IconButton
              size="xs"
              tooltip={false}
              label={t(texts.more, { name })}
              icon={<EllipsisVertical size={14} />}
            />
          }
          items={[
            canWrite && { label: t(texts.edit), href: addressOf(query.id) },
            {
              label: t(texts.share),
              onSelect: () => void copy(location.origin + addressOf(query.id), t(texts.linkCopied)),
            },
            canWrite && { label: t(texts.delete), danger: true, onSelect: () => setIsAsking(true) },
          ]}
        />
      </span>
      <DeleteDialog open={isAsking} onClose={() => setIsAsking(false)} onConfirm={remove} title={t(texts.deleteTitle)}>
        {t(texts.question)}
      </DeleteDialog>
    </li>
  )
}
