import { type ConnectionKind, connectionField } from '../connection.ts'
import type { Dialect } from '../dialect.ts'
import { isSheetAddress } from './address.ts'

/** `gsheets://?orders=https://docs.google.com/…`: the names of the tables, and the sheets that they are copied from. */
const connection: ConnectionKind = {
  backends: ['gsheets'],
  drivers: ['apsw'],
  note: {
    title: 'Why do I need to create a database?',
    text: 'A database groups the sheets that you connect here. Each sheet is one of its tables, from which you can create datasets and charts.',
  },
  fields: [
    connectionField('service_account_info', 'Service account', 'Key of a service account, as JSON', {
      isSecret: true,
      isAfterName: true,
      jsonFile: {},
      example: 'Paste content of service credentials JSON file here',
      choice: {
        label: 'Type of Google Sheets allowed',
        without: 'Publicly shared sheets only',
        with: 'Public and privately shared sheets',
      },
    }),
    connectionField('catalog', 'Google Sheet Name and URL', 'Names of tables and the addresses of their sheets', {
      type: 'addresses',
      isRequired: true,
      isAfterName: true,
      isAddress: isSheetAddress,
      example: 'https://docs.google.com/spreadsheets/d/…',
    }),
  ],
  placeholder: 'gsheets://?name=https://docs.google.com/spreadsheets/d/…',
  fromUri: ({ query }) => (Object.keys(query).length > 0 ? { catalog: query } : {}),
  toUri: ({ catalog }) => ({
    backend: 'gsheets',
    driver: null,
    username: null,
    password: null,
    host: null,
    port: null,
    database: null,
    query: (catalog ?? {}) as Record<string, string>,
  }),
}

/** Google Sheets: SQL runs in SQLite, on a read-only copy of the sheets. */
export const gsheetsOver = (sqlite: Dialect): Dialect => ({
  ...sqlite,
  name: 'gsheets',
  title: 'Google Sheets',
  connection,
  loading: undefined,
  preferred: undefined,
  documentation: { database: 'Google Sheets', address: '`gsheets://?name=address&…`' },
  driverFolder: 'gsheets',
})
