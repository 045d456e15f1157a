import { defineTexts } from '../../../ui/text.ts'

/** Messages about tabs and queries. */
export const labTexts = defineTexts('sqlLab.state', {
  settingActive: 'An error occurred while setting the active tab. Please contact your administrator.',
  fetchingTab: 'An error occurred while fetching tab state',
  creatingTab: 'An error occurred while creating the tab. Please contact your administrator.',
  removingTab: 'An error occurred while removing tab. Please contact your administrator.',
  removingQuery: 'An error occurred while removing query. Please contact your administrator.',
  addingTable: 'An error occurred while fetching table metadata. Please contact your administrator.',
  tableMetadata: 'An error occurred while fetching table metadata',
  removingTable: 'An error occurred while removing the table schema. Please contact your administrator.',
  expandingTable: 'An error occurred while expanding the table schema. Please contact your administrator.',
  collapsingTable: 'An error occurred while collapsing the table schema. Please contact your administrator.',
  functionNames: 'An error occurred while fetching function names.',
  storingQuery:
    'An error occurred while storing your query in the backend. To avoid losing your changes, please save your query using the "Save Query" button.',
  noQuery: "The query couldn't be loaded",
  noDatasource: "The datasource couldn't be loaded",
  exploring: 'Creating a data source and creating a new tab',
  creatingDataset: 'An error occurred while creating the data source',
  stopped: 'Query was stopped.',
  stopFailed: 'Failed at stopping query. {message}',
  nearlyFull:
    'SQL Lab uses {used} MB of the {limit} MB that it may store in this browser. Close tabs that you do not need any more, or save their queries.',
})
