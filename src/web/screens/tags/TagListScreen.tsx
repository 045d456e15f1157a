import { lazy } from 'react'
import { can, currentUser, isAdmin } from '../../api/bootstrap.ts'
import { deleteTags, type Tag, tagListQuery } from '../../api/tags.ts'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { EditedList } from '../../list/EditedList.tsx'
import { modifiedTextColumn } from '../../list/modifiedColumn.tsx'
import { NameCell } from '../../list/NameCell.tsx'
import { tagAddress } from '../../list/tagAddress.ts'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'

const texts = defineTexts('tagList', {
  title: 'Tags',
  name: 'Name',
  description: 'Description',
  modified: 'Last modified',
  add: 'Tag',
  edit: 'Edit',
  delete: 'Delete',
  notOwn: 'Only its creator and administrators can change a tag.',
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
  const isOwn = (item: Tag) => isAdmin() || item.created_by?.id === currentUser.userId

  return (
    <EditedList<Tag>
      words={{
        add: t(texts.add),
        edit: t(texts.edit),
        delete: t(texts.delete),
        empty: t(texts.empty),
        emptyText: t(texts.emptyText),
      }}
      canWrite={can('can_write', 'Tag')}
      disabledReason={(item) => (isOwn(item) ? undefined : t(texts.notOwn))}
      definition={() => ({
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
          modifiedTextColumn(t(texts.modified)),
        ],
        remove: deleteTags,
        deleteQuestion: ({ name }) => rich(texts.question, { title: name, b: (parts) => <b>{parts}</b> }),
        bulkQuestion: t(texts.bulkQuestion),
        bulkFailure: (message) => t(texts.bulkFailure, { message }),
      })}
      dialog={(item, close) => <TagDialog tag={item} onClose={close} />}
    />
  )
}
