import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { can } from '../../api/bootstrap.ts'
import { type BoundaryMap, boundaryMapListQuery, deleteBoundaryMaps, mapFaultsQuery } from '../../api/mapBoundaries.ts'
import { useCommonFilters } from '../../list/commonFilters.ts'
import { EditedList } from '../../list/EditedList.tsx'
import { modifiedTextColumn } from '../../list/modifiedColumn.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import css from './MapBoundaries.module.css'
import { notesText } from './notesText.ts'

const texts = defineTexts('mapBoundaryList', {
  title: 'Map Boundaries',
  name: 'Name',
  regions: 'Regions',
  code: 'Code',
  regionName: 'Name of regions',
  source: 'Source',
  uploaded: 'Upload',
  notes: 'Notes',
  modified: 'Last modified',
  add: 'Map',
  edit: 'Edit map',
  delete: 'Delete map',
  deleteTitle: 'Delete Map?',
  question: 'Are you sure you want to delete <b>{title}</b>? Charts that use it remain, but show no regions.',
  fileQuestion:
    'Are you sure you want to delete <b>{title}</b>? It is added again as long as “{file}” is in the folder “maps” of the server.',
  bulkQuestion: 'Are you sure you want to delete the selected maps? Charts that use them remain, but show no regions.',
  bulkFailure: 'There was an issue deleting the selected maps: {message}',
  empty: 'No maps yet',
  emptyText:
    'Sales districts or floor plans become maps that Country Map charts can select: upload GeoJSON or TopoJSON, or put files into the folder “maps” of the server.',
  fault: 'maps/{file}: {message}',
})

const MapBoundaryDialog = lazy(() => import('./MapBoundaryDialog.tsx'))

/** The maps with custom boundaries. */
export function MapBoundaryListScreen() {
  const t = useText()
  const rich = useRichText()
  const { modifiedBy } = useCommonFilters('map_boundaries')
  const canWrite = can('can_write', 'MapBoundary')
  const { data: faults = [] } = useQuery(mapFaultsQuery)

  return (
    <EditedList<BoundaryMap>
      words={{
        add: t(texts.add),
        edit: t(texts.edit),
        delete: t(texts.delete),
        empty: t(texts.empty),
        emptyText: t(texts.emptyText),
      }}
      canWrite={canWrite}
      definition={(edit) => ({
        title: t(texts.title),
        notice: faults.length > 0 && (
          <div className={css.faults}>
            <Banner tone="warning">{faults.map((fault) => t(texts.fault, fault)).join(' ')}</Banner>
          </div>
        ),
        query: boundaryMapListQuery,
        queryKeyRoot: 'boundaryMaps',
        defaultSort: { column: 'name', order: 'asc' },
        searchFilter: (value) => ({ col: 'name', opr: 'ct', value }),
        filters: [modifiedBy],
        nameSort: 'name',
        titleOf: ({ name }) => name,
        columns: [
          {
            key: 'name',
            label: t(texts.name),
            sort: 'name',
            cell: (item) =>
              canWrite ? (
                <button type="button" className={css.name} onClick={() => edit(item)}>
                  {item.name}
                </button>
              ) : (
                item.name
              ),
          },
          { key: 'regions', label: t(texts.regions), width: 100, sort: 'regions', cell: ({ regions }) => regions },
          {
            key: 'code',
            label: t(texts.code),
            width: 140,
            isQuiet: true,
            hiddenBelow: 'medium',
            cell: ({ code_property }) => code_property ?? '',
          },
          {
            key: 'regionName',
            label: t(texts.regionName),
            width: 160,
            isQuiet: true,
            hiddenBelow: 'medium',
            cell: ({ name_property }) => name_property ?? '',
          },
          {
            key: 'source',
            label: t(texts.source),
            width: 180,
            isQuiet: true,
            hiddenBelow: 'narrow',
            cell: ({ file }) => (file === null ? t(texts.uploaded) : <code>{file}</code>),
          },
          {
            key: 'notes',
            label: t(texts.notes),
            width: 280,
            isQuiet: true,
            hiddenBelow: 'narrow',
            cell: ({ notes }) => notes && <span title={notesText(notes)}>{notesText(notes)}</span>,
          },
          modifiedTextColumn(t(texts.modified)),
        ],
        remove: deleteBoundaryMaps,
        deleteTitle: t(texts.deleteTitle),
        deleteQuestion: (item) =>
          rich(item.file === null ? texts.question : texts.fileQuestion, {
            title: item.name,
            file: item.file ?? '',
            b: (parts) => <b>{parts}</b>,
          }),
        bulkQuestion: t(texts.bulkQuestion),
        bulkFailure: (message) => t(texts.bulkFailure, { message }),
      })}
      dialog={(item, close) => <MapBoundaryDialog map={item} onClose={close} />}
    />
  )
}
