import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { can, currentUser, isAdmin } from '../../api/bootstrap.ts'
import { deleteTags, type Tag, tagListQuery } from '../../api/tags.ts'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { recentColumn } from '../../list/listState.ts'
import { ModifiedText } from '../../list/Modified.tsx'
import { NameCell } from '../../list/NameCell.tsx'
import { tagAddress } from '../../list/tagAddress.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'

const texts = defineTexts('tagList', {
  title: 'Tags',
  name: 'Name',
  description: 'Description',
  modified: 'Last modified',
  add: 'Tag',
  edit: 'Edit',
  delete: 'Delete',
  notOwn: 'Only its creator and administrators change a tag.',
  question: 'Are you sure you want to delete <b>{title}</b>? Its objects remain.',
  bulkQuestion: 'Are you sure you want to delete the selected tags?',
  bulkFailure: 'There was an issue deleting the selected tags: {message}',
  empty: 'No Tags created',
  emptyText: 'A tag collects dashboards, charts and saved queries under one name.',
})

const TagDialog = lazy(() => import('./TagDialog.tsx'))

/** The tags of this server. */
export function TagListScreen() {
  const t = useText()
  const rich = useRichText()
  const { modifiedBy } = useCommonFilters('tag')
  const [edited, setEdited] = useState<Tag | 'new'>()
  const canWrite = can('can_write', 'Tag')
  const close = () => setEdited(undefined)

  const add = (size: 'sm' | 'md') =>
    canWrite ? (
      <Button variant="primary" size={size} icon={<Plus size={14} />} onClick={() => setEdited('new')}>
        {t(texts.add)}
      </Button>
    ) : undefined

  function actionsOf(item: Tag, askDelete: (item: Tag) => void) {
    if (!canWrite) return []
    const isOwn = isAdmin() || item.created_by?.id === currentUser.userId
    const disabledReason = isOwn ? undefined : t(texts.notOwn)
    return [
      { label: t(texts.edit), icon: <Pencil size={15} />, disabledReason, onSelect: () => setEdited(item) },
      { label: t(texts.delete), icon: <Trash2 size={15} />, disabledReason, onSelect: () => askDelete(item) },
    ]
  }

  const definition = (askDelete: (item: Tag) => void): ListDefinition<Tag> => ({
    title: t(texts.title),
    query: tagListQuery,
    queryKeyRoot: 'tags',
    searchFilter: (value) => ({ col: 'name', opr: 'ct', value }),
    filters: [modifiedBy],
    nameSort: 'name',
    titleOf: ({ name }) => name,
    columns: [
      {
        key: 'name',
        label: t(texts.name),
        width: 300,
        sort: 'name',
        cell: ({ id, name }) => <NameCell href={tagAddress(id)} title={name} />,
      },
      {
        key: 'description',
        label: t(texts.description),
        isQuiet: true,
        hiddenBelow: 'narrow',
        cell: ({ description }) => description,
      },
      {
        key: 'modified',
        label: t(texts.modified),
        width: 150,
        sort: recentColumn,
        isQuiet: true,
        hiddenBelow: 'narrow',
        cell: ({ changed_on_delta_humanized, changed_by }) => (
          <ModifiedText text={changed_on_delta_humanized} by={changed_by} />
        ),
      },
    ],
    actionsOf: (item) => actionsOf(item, askDelete),
    canWrite,
    canExport: false,
    remove: deleteTags,
    deleteQuestion: ({ name }) => rich(texts.question, { title: name, b: (parts) => <b>{parts}</b> }),
    bulkQuestion: t(texts.bulkQuestion),
    bulkFailure: (message) => t(texts.bulkFailure, { message }),
    primary: add('sm'),
    empty: () => <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} actions={add('md')} />,
  })

  return (
    <>
      <ListScreen definition={definition} />
      {edited === undefined ? null : (
        <LazyPart onClose={close}>
          <TagDialog tag={edited === 'new' ? undefined : edited} onClose={close} />
        </LazyPart>
      )}
    </>
  )
}
