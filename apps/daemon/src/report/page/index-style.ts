/** Of the index over many pages alone. */
export const INDEX_STYLE = `
.filters{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.5rem;margin:1rem 0 1.5rem;font-size:.875rem}
.filters fieldset{display:flex;flex-wrap:wrap;gap:.5rem;margin:0;padding:0;border:0;min-width:0}
.filters legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.filters fieldset label{position:relative;cursor:pointer}
.filters [type=radio]{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.filters span{display:block;padding:.25rem .75rem;border:1px solid var(--line);border-radius:99px;background:var(--panel);color:var(--tone,var(--fg));font-weight:560}
.filters b{font:600 .8125rem/1 var(--mono)}
.filters [type=radio]:checked+span{border-color:var(--tone,var(--accent));background:var(--tint,var(--accent-tint))}
.filters [type=radio]:focus-visible+span{outline:2px solid var(--accent);outline-offset:2px}
.search{display:flex;align-items:center;gap:.5rem;color:var(--fg-2)}
.search[hidden],.pages [hidden]{display:none}
.search input{font:inherit;color:var(--fg);padding:.25rem .75rem;border:1px solid var(--edge);border-radius:8px;background:var(--panel);min-width:0;width:14rem}
.pages{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.25rem;padding:0;list-style:none}
.pages>li{padding:0;overflow:hidden}
.pages>li>div{padding:.75rem 1rem 1rem}
.pages img,.pages .none{display:grid;place-items:center;width:100%;height:auto;aspect-ratio:8/5;object-fit:cover;object-position:top;border-bottom:1px solid var(--line)}
.pages .none{padding:1rem;text-align:center;background:var(--sunken);color:var(--fg-2);font-size:.875rem}
.pages h2{font-size:1rem;overflow-wrap:anywhere}
.line{display:flex;align-items:center;gap:.5rem;margin:.25rem 0;font-size:.875rem}
.line b{font:600 .875rem/1.5 var(--mono)}
.pages ul{margin:.5rem 0 0;padding-left:1.25rem;font-size:.875rem}
.pages ul li{overflow-wrap:anywhere}
.nobody{display:none}.nobody.said{display:block}
@media print{.filters{display:none}.pages{grid-template-columns:repeat(2,1fr)}}
`;
