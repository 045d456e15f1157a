/** What can be told of files while they are still dragged: a ZIP is a bundle to import, all else is data. */
export function carriesBundle(transfer: DataTransfer): boolean {
  return [...transfer.items].some(({ type }) => /^application\/(x-)?zip(-compressed)?$/.test(type))
}
