import { defineTexts } from '../../ui/text.ts'

/** The groups of abilities. */
export const groupTexts = defineTexts('abilityGroups', {
  dashboards: 'Dashboards',
  charts: 'Charts',
  datasets: 'Datasets',
  databases: 'Databases',
  sqlLab: 'SQL Lab',
  more: 'More',
})

/** Abilities in words, by their keys. */
export const abilityTexts = defineTexts('abilities', {
  seeDashboards: 'Open dashboards',
  editDashboards: 'Create dashboards and edit those they own',
  shareDashboards: 'Share dashboards with a link',
  exportDashboards: 'Export dashboards',
  seeCharts: 'See the list of charts',
  explore: 'Explore data of charts',
  editCharts: 'Create charts and edit those they own',
  shareCharts: 'Share charts with a link',
  exportCharts: 'Export charts',
  downloadData: 'Download data as a file',
  seeDatasets: 'See datasets',
  editDatasets: 'Create datasets and edit those they own',
  seeSamples: 'See sample rows',
  exportDatasets: 'Export datasets',
  allData: 'Read the data of every dataset',
  seeDatabases: 'See databases',
  editDatabases: 'Connect databases and edit them',
  uploadFiles: 'Upload files to databases',
  runSql: 'Write and run SQL',
  saveQueries: 'Save queries',
  otherQueries: 'See queries of other users',
  annotations: 'Manage annotation layers',
  cssTemplates: 'Manage CSS templates',
  reports: 'Manage alerts and reports',
  auditLog: 'Read the audit log',
})
