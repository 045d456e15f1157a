import { useId, useLayoutEffect, useState } from 'react'
import type { MenuEntry, MenuItems } from '../ui/Menu.tsx'
import { offerActions, withdrawActions } from './screenActions.ts'

/**
 * Offers the entries of a menu in the palette. Entries of a page are not offered while a dialog is open on it, and
 * entries of a dialog are not offered while another dialog is open over it: they would interfere with unfinished input.
 * Renders nothing.
 */
export default function OfferedActions({ items, isDialog }: { items: MenuItems; isDialog: boolean }) {
  const [isCovered] = useState(() => document.querySelectorAll('[data-dialog]').length > (isDialog ? 1 : 0))
  if (isCovered) return null
  const offered = (entries: MenuEntry[]) => <Offered entries={entries} />
  return typeof items === 'function' ? items(offered) : offered(items)
}

function Offered({ entries }: { entries: MenuEntry[] }) {
  const part = useId()
  useLayoutEffect(() => offerActions(part, entries), [part, entries])
  useLayoutEffect(() => () => withdrawActions(part), [part])
  return null
}
