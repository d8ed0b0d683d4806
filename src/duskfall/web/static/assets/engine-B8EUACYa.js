const e=`/engine`;let t;async function n(e,t){let n=await fetch(e);if(!n.ok)throw Error(`${n.status} ${e}`);if(!n.body)return n.arrayBuffer();let r=[],i=n.body.getReader();for(let e=await i.read();!e.done;e=await i.read())r.push(e.value),t(e.value.length);return new Blob(r).arrayBuffer()}async function r(r){let o=new URL(`pyodide/`,r).href,s=0,c=e=>a({loading:s+=e}),[l,u,{loadPyodide:d}]=await Promise.all([n(new URL(`engine.zip`,r).href,c),n(`${o}python_stdlib.zip`,c),import(
/* @vite-ignore */
`${o}pyodide.mjs`),n(`${o}pyodide.asm.wasm`,c)]),f=URL.createObjectURL(new Blob([u])),p=await d({indexURL:o,stdLibURL:f,env:{PYTHONHASHSEED:`0`}});URL.revokeObjectURL(f),p.unpackArchive(l,`zip`,{extractDir:e}),t=p.runPython(i)}const i=`
import sys
sys.path.insert(0, "${e}")
from duskfall.host.service import Service
Service().call_json
`;function a(e){postMessage(e)}addEventListener(`message`,({data:e})=>{if(`base`in e)r(e.base).then(()=>a({ready:!0}),e=>a({broken:String(e)}));else try{a({id:e.id,json:t(e.json)})}catch(t){a({id:e.id,broken:String(t)})}});