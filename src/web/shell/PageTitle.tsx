const product = 'Sextant'

/** The document's title: the page's name before the product's. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${product}`}</title>
}
