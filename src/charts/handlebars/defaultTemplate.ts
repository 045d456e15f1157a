/** A list with one entry per row. */
export const defaultTemplate = `<ul class="data-list">
  {{#each data}}
    <li>{{stringify this}}</li>
  {{/each}}
</ul>`
