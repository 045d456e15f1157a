import { useRouter } from '@tanstack/react-router'
import { lazy } from 'react'
import { deleteLayers, type LayerSummary, layerListQuery } from '../../api/annotations.ts'
import { can } from '../../api/bootstrap.ts'
import { personName } from '../../api/list.ts'
import { related } from '../../api/related.ts'
import { EditedList } from '../../list/EditedList.tsx'
import { Modified } from '../../list/Modified.tsx'
import { modifiedColumn } from '../../list/modifiedColumn.tsx'
import { NameCell } from '../../list/NameCell.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { addressOf } from './addressOf.ts'

const texts = defineTexts('annotationLayerList', {
  title: 'Annotation layers',
  name: 'Name',
  description: 'Description',
  modified: 'Last modified',
  changedBy: 'Changed by',
  add: 'Annotation layer',
  edit: 'Edit',
  delete: 'Delete',
  deleteTitle: 'Delete Layer?',
  question: 'Are you sure you want to delete <b>{title}</b>?',
  bulkQuestion: 'Are you sure you want to delete the selected layers?',
  bulkFailure: 'There was an issue deleting the selected layers: {message}',
  empty: 'No annotation layers yet',
  emptyText: 'A layer holds events or time intervals. Charts over time draw them with their data.',
})

const LayerDialog = lazy(() => import('./LayerDialog.tsx'))

const changedBy = related('annotation_layer', 'changed_by')

export function AnnotationLayerListScreen() {
  const t = useText()
  const rich = useRichText()
  const { history } = useRouter()

  return (
    <EditedList<LayerSummary>
      words={{
        add: t(texts.add),
        edit: t(texts.edit),
        delete: t(texts.delete),
        empty: t(texts.empty),
        emptyText: t(texts.emptyText),
      }}
      canWrite={can('can_write', 'Annotation')}
      definition={() => ({
        title: t(texts.title),
        query: layerListQuery,
        queryKeyRoot: 'annotationLayers',
        searchFilter: (value) => ({ col: 'name', opr: 'ct', value }),
        filters: [
          {
            key: 'changedBy',
            label: t(texts.changedBy),
            load: changedBy,
            toFilter: (value) => ({ col: 'changed_by', opr: 'rel_o_m', value }),
          },
        ],
        nameSort: 'name',
        titleOf: ({ name }) => name,
        columns: [
          {
            key: 'name',
            label: t(texts.name),
            sort: 'name',
            cell: ({ id, name }) => <NameCell href={addressOf(id)} title={name} />,
          },
          {
            key: 'description',
            label: t(texts.description),
            width: 360,
            sort: 'descr',
            isQuiet: true,
            hiddenBelow: 'medium',
            cell: ({ descr }) => descr,
          },
          modifiedColumn(t(texts.modified), ({ changed_on, changed_by }) => (
            <Modified time={changed_on} by={changed_by === null ? '' : personName(changed_by)} />
          )),
        ],
        remove: deleteLayers,
        deleteTitle: t(texts.deleteTitle),
        deleteQuestion: ({ name }) => rich(texts.question, { title: name, b: (parts) => <b>{parts}</b> }),
        bulkQuestion: t(texts.bulkQuestion),
        bulkFailure: (message) => t(texts.bulkFailure, { message }),
      })}
      dialog={(item, close) => (
        <LayerDialog layer={item} onClose={close} onCreated={(id) => history.push(addressOf(id))} />
      )}
    />
  )
}
