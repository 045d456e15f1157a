import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { type AnnotationSummary, annotationListQuery, deleteAnnotations, layerQuery } from '../../api/annotations.ts'
import { can } from '../../api/bootstrap.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { listAddress } from './addressOf.ts'
import { shownTime } from './annotationDraft.ts'

const texts = defineTexts('annotationList', {
  title: 'Annotation Layer {name}',
  back: 'Back to all',
  name: 'Name',
  description: 'Description',
  start: 'Start',
  end: 'End',
  add: 'Annotation',
  edit: 'Edit annotation',
  delete: 'Delete annotation',
  deleteTitle: 'Delete Annotation?',
  question: 'Are you sure you want to delete <b>{title}</b>?',
  bulkQuestion: 'Are you sure you want to delete the selected annotations?',
  bulkFailure: 'There was an issue deleting the selected annotations: {message}',
  empty: 'No annotation yet',
  emptyText: 'An annotation is an event at one time, or an interval between two times.',
})

const AnnotationDialog = lazy(() => import('./AnnotationDialog.tsx'))

/** The annotations of one layer. */
export function AnnotationListScreen({ layerId }: { layerId: number }) {
  const t = useText()
  const rich = useRichText()
  const [edited, setEdited] = useState<number | 'new'>()
  const canWrite = can('can_write', 'Annotation')
  const layer = useQuery({ ...layerQuery(layerId), retry: false }).data

  const add = (size: 'sm' | 'md') =>
    canWrite ? (
      <Button variant="primary" size={size} icon={<Plus size={14} />} onClick={() => setEdited('new')}>
        {t(texts.add)}
      </Button>
    ) : undefined
  const time = (key: 'start_dttm' | 'end_dttm', label: string) => ({
    key,
    label,
    width: 170,
    sort: key,
    isQuiet: true,
    cell: (item: AnnotationSummary) => shownTime(item[key]),
  })

  const definition = (askDelete: (item: AnnotationSummary) => void): ListDefinition<AnnotationSummary> => ({
    title: t(texts.title, { name: layer?.name ?? '' }),
    crumbs: [{ label: t(texts.back), href: listAddress }],
    query: (request) => annotationListQuery(layerId, request),
    queryKeyRoot: 'annotations',
    searchFilter: (value) => ({ col: 'short_descr', opr: 'annotation_all_text', value }),
    filters: [],
    nameSort: 'short_descr',
    titleOf: (item) => item.short_descr,
    columns: [
      { key: 'name', label: t(texts.name), sort: 'short_descr', cell: (item) => item.short_descr },
      {
        key: 'description',
        label: t(texts.description),
        width: 320,
        sort: 'long_descr',
        isQuiet: true,
        hiddenBelow: 'medium',
        cell: (item) => item.long_descr,
      },
      time('start_dttm', t(texts.start)),
      { ...time('end_dttm', t(texts.end)), hiddenBelow: 'narrow' },
    ],
    actionsOf: (item) =>
      canWrite
        ? [
            { label: t(texts.edit), icon: <Pencil size={15} />, onSelect: () => setEdited(item.id) },
            { label: t(texts.delete), icon: <Trash2 size={15} />, onSelect: () => askDelete(item) },
          ]
        : [],
    canWrite,
    canExport: false,
    remove: (ids) => deleteAnnotations(layerId, ids),
    deleteTitle: t(texts.deleteTitle),
    deleteQuestion: (item) => rich(texts.question, { title: item.short_descr, b: (parts) => <b>{parts}</b> }),
    bulkQuestion: t(texts.bulkQuestion),
    bulkFailure: (message) => t(texts.bulkFailure, { message }),
    primary: add('sm'),
    empty: () => <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} actions={add('md')} />,
  })

  return (
    <>
      <ListScreen key={layerId} definition={definition} />
      {edited === undefined ? null : (
        <LazyPart onClose={() => setEdited(undefined)}>
          <AnnotationDialog
            layerId={layerId}
            id={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        </LazyPart>
      )}
    </>
  )
}
