import { dialects } from './index.ts'

/** The table of docs/databases.md, as Markdown. */
export function databasesTable(): string {
  const rows = Object.values(dialects).map(({ documentation: { database, address, package: name } }) => {
    const driver = name === undefined ? 'included' : `\`${name}\``
    return `| ${database} | ${address} | ${driver} |`
  })
  return ['| database | address | package |', '|-|-|-|', ...rows].join('\n')
}
