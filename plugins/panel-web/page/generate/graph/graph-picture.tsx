// The picture of a graph, and the same content as a list for users who cannot see the picture.

import { counted, cutText } from "../../parts/texts.js";
import { curveOf, inputY, layoutGraph, nodeWidth, type GraphNode } from "./graph-layout.js";

const shownSigns = 26;
const short = (text: string): string => cutText(text, shownSigns);

export function GraphPicture({ nodes }: { readonly nodes: readonly GraphNode[] }) {
  const { nodes: placed, width, height } = layoutGraph(nodes);
  const byId = new Map(placed.map((node) => [node.id, node]));
  return (
    <div class="boxed graph-scroller" tabIndex={0} role="region" aria-label="Picture of the graph">
      <svg
        class="block"
        width={width}
        height={height}
        role="img"
        aria-label={`A graph of ${counted(nodes.length, "node")}`}
      >
        {placed.flatMap((node) =>
          node.links.map(({ from, input }, index) => {
            const source = byId.get(from);
            return source === undefined ? null : (
              <path class="graph-link" key={`${node.id} ${input}`} d={curveOf(source, node, index)} />
            );
          }),
        )}
        {placed.map((node) => {
          const { id, title, classType, x, y, height: tall, links, values } = node;
          return (
            <g key={id}>
              <rect class="graph-node" x={x} y={y} width={nodeWidth} height={tall} rx={8} />
              <text class="graph-title" x={x + 10} y={y + 20}>
                {short(title)}
                <title>{`${title} (${classType})`}</title>
              </text>
              {links.map(({ input }, index) => (
                <g key={input}>
                  <circle class="graph-port" cx={x} cy={inputY(node, index)} r={3} />
                  <text class="graph-text" x={x + 10} y={inputY(node, index) + 4}>
                    {short(input)}
                  </text>
                </g>
              ))}
              {values.map(({ name, text }, index) => (
                <text class="graph-text" key={name} x={x + 10} y={inputY(node, links.length + index) + 4}>
                  {short(`${name}: ${text}`)}
                  <title>{`${name}: ${text}`}</title>
                </text>
              ))}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

export function GraphList({ nodes }: { readonly nodes: readonly GraphNode[] }) {
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  return (
    <ol class="stack tight graph-list">
      {nodes.map(({ id, title, classType, links, values }) => (
        <li key={id}>
          <strong>{title}</strong> <span class="muted">{classType}</span>
          <ul>
            {links.map(({ input, from }) => (
              <li key={input}>
                {input} <span class="muted">from</span> {titles.get(from) ?? from}
              </li>
            ))}
            {values.map(({ name, text }) => (
              <li key={name}>
                {name}: <code>{text}</code>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
